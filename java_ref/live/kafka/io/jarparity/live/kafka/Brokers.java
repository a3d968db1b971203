package io.jarparity.live.kafka;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.utils.Time;

/** Three KRaft brokers on loopback; the last of them is the controller, too, and can't be stopped alone. */
final class Brokers {
  private static final String CLUSTER = "MkU3OEVBNTcwNTJENDM2Qg";
  private static final String HOST = "127.0.0.1";
  private static final int COUNT = 3;
  private static final int CONTROLLER = COUNT - 1;
  private static final long SECONDS = 60;

  private final Path folder;
  private final List<KafkaConfig> configurations = new ArrayList<>();
  private final Map<Integer, KafkaRaftServer> running = new LinkedHashMap<>();
  private List<Integer> ports;

  Brokers(Path folder) {
    this.folder = folder;
  }

  /** Formats and starts all; returns when each has joined the cluster. */
  void start() throws IOException, InterruptedException, ExecutionException, TimeoutException {
    if (ports != null) {
      throw new IllegalStateException("the cluster was started before");
    }
    ports = Ports.free(COUNT + 1);
    for (int broker = 0; broker < COUNT; broker++) {
      Properties settings = settings(broker);
      format(broker, settings);
      configurations.add(KafkaConfig.fromProps(settings, false));
    }
    List<CompletableFuture<KafkaRaftServer>> starting = new ArrayList<>();
    for (KafkaConfig configuration : configurations) {
      // At once: each waits for the others.
      starting.add(CompletableFuture.supplyAsync(() -> started(configuration), Brokers::inThread));
    }
    for (int broker = 0; broker < COUNT; broker++) {
      running.put(broker, starting.get(broker).get(SECONDS, TimeUnit.SECONDS));
    }
  }

  /** Starts a broker again that was stopped; on its former port and data. */
  void start(int broker) {
    if (running.containsKey(known(broker))) {
      throw new IllegalStateException("broker " + broker + " is running");
    }
    running.put(broker, started(configurations.get(broker)));
  }

  /** Shuts a broker down in good order. */
  void stop(int broker) {
    if (known(broker) == CONTROLLER) {
      throw new IllegalArgumentException("broker " + broker + " is the controller: stop another one");
    }
    KafkaRaftServer server = running.remove(broker);
    if (server == null) {
      throw new IllegalStateException("broker " + broker + " is stopped already");
    }
    server.shutdown();
    server.awaitShutdown();
  }

  /** Where the brokers listen, running or not. */
  String bootstrap() {
    if (running.isEmpty()) {
      throw new IllegalStateException("the cluster is not started");
    }
    return ports.subList(0, COUNT).stream().map(port -> HOST + ":" + port).collect(Collectors.joining(","));
  }

  /** Where each broker keeps its records. */
  List<String> logDirs() {
    return IntStream.range(0, COUNT).mapToObj(broker -> data(broker).toString()).toList();
  }

  private Path data(int broker) {
    return folder.resolve("broker-" + broker);
  }

  private int known(int broker) {
    if (broker < 0 || broker >= configurations.size()) {
      throw new IllegalArgumentException("no broker " + broker);
    }
    return broker;
  }

  private static KafkaRaftServer started(KafkaConfig configuration) {
    KafkaRaftServer server = new KafkaRaftServer(configuration, Time.SYSTEM);
    server.startup();
    return server;
  }

  private static void inThread(Runnable work) {
    new Thread(work, "starting").start();
  }

  private Properties settings(int broker) {
    String here = "PLAINTEXT://" + HOST + ":" + ports.get(broker);
    String controller = HOST + ":" + ports.get(COUNT);
    boolean controls = broker == CONTROLLER;
    Properties settings = new Properties();
    settings.setProperty("process.roles", controls ? "broker,controller" : "broker");
    settings.setProperty("node.id", String.valueOf(broker));
    settings.setProperty("controller.quorum.voters", CONTROLLER + "@" + controller);
    settings.setProperty("listeners", controls ? here + ",CONTROLLER://" + controller : here);
    settings.setProperty("advertised.listeners", here);
    settings.setProperty("controller.listener.names", "CONTROLLER");
    settings.setProperty("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.setProperty("inter.broker.listener.name", "PLAINTEXT");
    settings.setProperty("log.dirs", data(broker).toString());
    settings.setProperty("auto.create.topics.enable", "false");
    settings.setProperty("offsets.topic.num.partitions", "1");
    settings.setProperty("offsets.topic.replication.factor", String.valueOf(COUNT));
    // Nothing waits for more than has come already.
    settings.setProperty("group.initial.rebalance.delay.ms", "0");
    settings.setProperty("share.coordinator.state.topic.num.partitions", "1");
    settings.setProperty("share.coordinator.state.topic.replication.factor", String.valueOf(COUNT));
    // Members of the new protocols are told by the broker how often to say that they are there; a target is made at once.
    for (String kind : List.of("consumer", "share")) {
      for (String bound : List.of("", "min.")) {
        settings.setProperty("group." + kind + "." + bound + "heartbeat.interval.ms", "100");
        settings.setProperty("group." + kind + "." + bound + "session.timeout.ms", "6000");
      }
      settings.setProperty("group." + kind + ".assignment.interval.ms", "0");
    }
    settings.setProperty("broker.heartbeat.interval.ms", "200");
    // A broker that comes back is refused until the session of its former life has ended.
    settings.setProperty("broker.session.timeout.ms", "3000");
    settings.setProperty("replica.fetch.wait.max.ms", "100");
    // So that a throttle holds a few hundred kilobytes back, too.
    settings.setProperty("replica.fetch.max.bytes", "4096");
    // A small cluster: little memory, few threads.
    settings.setProperty("num.network.threads", "1");
    settings.setProperty("num.io.threads", "2");
    settings.setProperty("log.cleaner.dedupe.buffer.size", "2097152");
    settings.setProperty("log.segment.bytes", "4194304");
    return settings;
  }

  private void format(int broker, Properties settings) throws IOException {
    Path file = folder.resolve("broker-" + broker + ".properties");
    try (Writer text = Files.newBufferedWriter(file)) {
      settings.store(text, null);
    }
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    // execute, since main would end the process.
    int code = StorageTool.execute(
        new String[] {"format", "-t", CLUSTER, "-c", file.toString()}, new PrintStream(said, true, StandardCharsets.UTF_8));
    if (code != 0) {
      throw new IOException("broker " + broker + " can't be formatted: " + said.toString(StandardCharsets.UTF_8));
    }
  }
}

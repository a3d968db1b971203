package io.jarparity.live.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ClassicGroupDescription;

/** What a line can ask for. */
final class Commands {
  private final Brokers brokers;
  private Admin admin;

  Commands(Brokers brokers) {
    this.brokers = brokers;
  }

  /** Does what a request says; its value, which has the form of JSON. */
  Object run(String command, JsonNode request) throws Exception {
    try {
      return perform(command, request);
    } catch (ExecutionException asynchronous) {
      // What Kafka itself says of a request.
      throw asynchronous.getCause() instanceof Exception cause ? cause : asynchronous;
    }
  }

  private Object perform(String command, JsonNode request) throws Exception {
    switch (command) {
      case "start" -> {
        brokers.start();
        admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrap()));
        return Map.of("bootstrap", brokers.bootstrap(), "logDirs", brokers.logDirs());
      }
      case "startBroker" -> {
        brokers.start(request.required("broker").asInt());
        return null;
      }
      case "stopBroker" -> {
        brokers.stop(request.required("broker").asInt());
        return null;
      }
      case "tool" -> {
        String[] arguments = list(request.required("arguments"), JsonNode::asText).toArray(String[]::new);
        return Tools.run(request.required("tool").asText(), arguments);
      }
      case "createTopic" -> {
        topics().create(topic(request), request.required("partitions").asInt(), request.required("factor").asInt());
        return null;
      }
      case "growTopic" -> {
        topics().grow(topic(request), request.required("partitions").asInt());
        return null;
      }
      case "deleteTopic" -> {
        topics().delete(topic(request));
        return null;
      }
      case "group" -> {
        return group(request.required("group").asText());
      }
      case "describe" -> {
        return topics().describe(topic(request));
      }
      case "kept" -> {
        return topics().kept(topic(request));
      }
      case "topicId" -> {
        return topics().id(topic(request));
      }
      case "describeGroup" -> {
        return new ConsumerGroups(admin).describe(request.required("group").asText());
      }
      case "describeShareGroup" -> {
        return new ShareGroups(admin).describe(request.required("group").asText());
      }
      case "counts" -> {
        return topics().counts(topic(request));
      }
      case "produce" -> {
        return records().produce(topic(request), list(request.required("records"), Commands::written));
      }
      case "produceTogether" -> {
        List<Records.Whole> together = list(request.required("records"), Commands::whole);
        return records().produceTogether(topic(request), settings(request.required("settings")), together);
      }
      case "read" -> {
        return records().read(topic(request), topics().describe(topic(request)).size());
      }
      default -> throw new IllegalArgumentException("no command " + command);
    }
  }

  private Topics topics() {
    return new Topics(admin());
  }

  /** The state of a group of the classic protocol, and by client id what the coordinator calls each member. */
  private Map<String, Object> group(String name) throws ExecutionException, InterruptedException {
    ClassicGroupDescription group =
        admin().describeClassicGroups(List.of(name)).describedGroups().get(name).get();
    Map<String, String> members = new TreeMap<>();
    group.members().forEach(member -> members.put(member.clientId(), member.consumerId()));
    return Map.of("state", group.state().toString(), "members", members);
  }

  private Admin admin() {
    if (admin == null) {
      throw new IllegalStateException("the cluster is not started");
    }
    return admin;
  }

  private Records records() {
    return new Records(brokers.bootstrap());
  }

  private static String topic(JsonNode request) {
    return request.required("topic").asText();
  }

  private static Records.Written written(JsonNode record) {
    return new Records.Written(text(record.required("key")), text(record.required("value")));
  }

  private static Records.Whole whole(JsonNode record) {
    List<Records.Headed> headers = list(
        record.required("headers"),
        header -> new Records.Headed(header.required("key").asText(), text(header.required("value"))));
    return new Records.Whole(
        record.required("timestamp").asLong(), text(record.required("key")), text(record.required("value")), headers);
  }

  private static Map<String, String> settings(JsonNode all) {
    Map<String, String> found = new HashMap<>();
    all.fields().forEachRemaining(one -> found.put(one.getKey(), one.getValue().asText()));
    return found;
  }

  private static String text(JsonNode value) {
    return value.isNull() ? null : value.asText();
  }

  private static <T> List<T> list(JsonNode values, Function<JsonNode, T> read) {
    List<T> found = new ArrayList<>(values.size());
    values.forEach(value -> found.add(read.apply(value)));
    return found;
  }
}

package io.jarparity.live.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.util.EnvironmentInformation;

/** A mini cluster of Flink, and the jobs on it: what a line can ask for. */
final class Commands {
  private static final long SECONDS = 60;
  // Every keyed stream has channels from each sender to each receiver, and each channel its own buffers.
  private static final String NETWORK_MEMORY = "64mb";

  private final Path folder;
  private MiniCluster cluster;

  Commands(Path folder) {
    this.folder = folder;
  }

  /** Does what a request says; its value, which has the form of JSON. */
  Object run(String command, JsonNode request) throws Exception {
    switch (command) {
      case "start" -> {
        return start(request);
      }
      case "submit" -> {
        return submit(request).toHexString();
      }
      case "apply" -> {
        channel(request).apply(request.required("instruction"));
        return null;
      }
      case "addSplit" -> {
        channel(request).addSplit(request.required("split").asText(), request.required("subtask").asInt());
        return null;
      }
      case "observations" -> {
        return channel(request)
            .observations(
                request.required("kind").asText(),
                request.required("count").asInt(),
                request.required("milliseconds").asLong());
      }
      case "rest" -> {
        return channel(request).rest();
      }
      case "write" -> {
        Partitions.write(request.required("bootstrap").asText(), request.required("partitions"));
        return null;
      }
      case "stopWithSavepoint" -> {
        return stopWithSavepoint(
            job(request),
            request.path("native").asBoolean() ? SavepointFormatType.NATIVE : SavepointFormatType.CANONICAL);
      }
      case "savepoint" -> {
        String target = folder.resolve("savepoints").toUri().toString();
        return get(cluster.triggerSavepoint(job(request), target, false, SavepointFormatType.CANONICAL));
      }
      case "checkpoint" -> {
        return get(cluster.triggerCheckpoint(job(request)));
      }
      case "cancel" -> {
        cancel(job(request));
        return null;
      }
      case "stop" -> {
        cluster.close();
        return null;
      }
      default -> throw new IllegalArgumentException("no command " + command);
    }
  }

  private Map<String, String> start(JsonNode request) throws Exception {
    Configuration configuration = new Configuration();
    configuration.setString("io.tmp.dirs", folder.resolve("tmp").toString());
    configuration.setString("blob.storage.directory", folder.resolve("blobs").toString());
    // The blob server doesn't heed the mini cluster's bind address, and would listen everywhere.
    configuration.setString("jobmanager.bind-host", "localhost");
    configuration.setString("rest.address", "localhost");
    configuration.setString("rest.bind-address", "localhost");
    configuration.setString("rest.bind-port", "0");
    configuration.setString("taskmanager.memory.network.min", NETWORK_MEMORY);
    configuration.setString("taskmanager.memory.network.max", NETWORK_MEMORY);
    // A job that fails is told of, rather than started anew.
    configuration.setString("restart-strategy.type", "none");
    configuration.setString("restart-strategy", "none"); // so it is called up to 1.18
    // Checkpoints, too, are files; but what is small stands in their metadata.
    configuration.setString("state.checkpoints.dir", folder.resolve("checkpoints").toUri().toString());
    configuration.setString("state.storage.fs.memory-threshold", "3kb");
    cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(request.required("slots").asInt())
                .setCommonBindAddress("localhost")
                .build());
    cluster.start();
    return Map.of("flink", EnvironmentInformation.getVersion(), "java", System.getProperty("java.version"));
  }

  private JobID submit(JsonNode request) throws Exception {
    JobGraph job = Jobs.job(request).getJobGraph();
    if (request.hasNonNull("savepoint")) {
      job.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(request.get("savepoint").asText(), false));
    }
    JobID id = get(cluster.submitJob(job)).getJobID();
    JobChannel channel = channel(request);
    cluster.requestJobResult(id).thenAccept(result -> result.getSerializedThrowable().ifPresent(channel::failed));
    return id;
  }

  private String stopWithSavepoint(JobID job, SavepointFormatType format) throws Exception {
    String target = folder.resolve("savepoints").toUri().toString();
    String path = get(cluster.stopWithSavepoint(job, target, false, format));
    get(cluster.requestJobResult(job));
    return path;
  }

  private void cancel(JobID job) throws Exception {
    get(cluster.cancelJob(job));
    get(cluster.requestJobResult(job));
  }

  private static JobChannel channel(JsonNode request) {
    return JobChannel.of(request.required("name").asText());
  }

  private static JobID job(JsonNode request) {
    return JobID.fromHexString(request.required("id").asText());
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(SECONDS, TimeUnit.SECONDS);
  }
}

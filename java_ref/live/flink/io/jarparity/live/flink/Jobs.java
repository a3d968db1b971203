package io.jarparity.live.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** The jobs, written as users write them; only their sources and operators are of ours. */
final class Jobs {
  private static final long NEVER_MS = 3_600_000_000L;

  // Jobs on JARs that not every cluster has, by name; from the scripted source's records.
  private static final Map<String, BiConsumer<DataStream<String>, JsonNode>> MORE = new HashMap<>();

  private Jobs() {}

  /** One more job that a request can describe. */
  static void add(String name, BiConsumer<DataStream<String>, JsonNode> job) {
    MORE.put(name, job);
  }

  /** The job that a request describes. */
  static StreamGraph job(JsonNode request) {
    Configuration configuration = new Configuration();
    if (request.path("compression").asBoolean()) {
      configuration.setString("execution.checkpointing.snapshot-compression", "true");
    }
    request.path("settings").properties().forEach(each -> configuration.setString(each.getKey(), each.getValue().asText()));
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(1, configuration);
    // Records are sent at once: each step waits for its end.
    environment.setBufferTimeout(0);
    if (request.hasNonNull("maxParallelism")) {
      environment.setMaxParallelism(request.get("maxParallelism").asInt());
    }
    environment.getConfig().setAutoWatermarkInterval(request.path("watermarkIntervalMs").asLong());
    if (request.path("checkpoints").asBoolean()) {
      // Taken when they are asked for.
      environment.enableCheckpointing(NEVER_MS);
    }
    String job = request.get("job").asText();
    switch (job) {
      case "keyed" -> keyed(environment, request, name -> new Observer(request.get("name").asText(), name, true));
      case "states" -> keyed(environment, request, name -> new Keeper(request.get("name").asText(), name));
      case "windowed" -> Windowed.job(scripted(environment, request, 1), request);
      case "watermarks" -> watermarks(environment, request);
      case "splits" -> splits(environment, request);
      default -> {
        if (!MORE.containsKey(job)) {
          throw new IllegalArgumentException("there is no job " + job);
        }
        MORE.get(job).accept(scripted(environment, request, 1), request);
      }
    }
    return environment.getStreamGraph();
  }

  /** One keyed stream for every type of key. */
  private static void keyed(
      StreamExecutionEnvironment environment, JsonNode request, Function<String, Reporter> operator) {
    DataStream<String> records = scripted(environment, request, 1);
    for (JsonNode type : request.get("keyTypes")) {
      String name = type.asText();
      KeyKind kind = KeyKind.of(name);
      records
          .filter(record -> name.equals(ScriptedWatermarks.read(record).path("key").path("type").asText()))
          .uid("only-" + name)
          .keyBy(kind.selector(), kind.type())
          .transform("keyed-" + name, Types.STRING, operator.apply(name))
          .setParallelism(request.get("parallelism").asInt())
          .uid("keyed-" + name);
    }
  }

  /** Each subtask of a source sends to all subtasks of an operator. */
  private static void watermarks(StreamExecutionEnvironment environment, JsonNode request) {
    scripted(environment, request, request.get("sources").asInt())
        .broadcast()
        .transform("received", Types.STRING, new Observer(request.get("name").asText(), "received", false))
        .setParallelism(request.get("receivers").asInt())
        .uid("received");
  }

  /** Each reader of Kafka's partitions tells which ones it reads. */
  private static void splits(StreamExecutionEnvironment environment, JsonNode request) {
    List<String> topics = new ArrayList<>();
    request.get("topics").forEach(topic -> topics.add(topic.asText()));
    KafkaSource<String> source =
        KafkaSource.<String>builder()
            .setBootstrapServers(request.get("bootstrap").asText())
            .setTopics(topics)
            .setStartingOffsets(OffsetsInitializer.earliest())
            .setDeserializer(new Partitions.Named())
            .setProperty("partition.discovery.interval.ms", request.get("discoveryIntervalMs").asText())
            .build();
    int parallelism = request.get("parallelism").asInt();
    environment
        .fromSource(source, WatermarkStrategy.noWatermarks(), "kafka", Types.STRING)
        .setParallelism(parallelism)
        .uid("kafka")
        .transform("read", Types.STRING, new Observer(request.get("name").asText(), "read", false))
        .setParallelism(parallelism)
        .uid("read");
  }

  private static DataStream<String> scripted(StreamExecutionEnvironment environment, JsonNode request, int parallelism) {
    Map<String, Integer> splits = new HashMap<>();
    request.get("splits").properties().forEach(split -> splits.put(split.getKey(), split.getValue().asInt()));
    ScriptedSource source = new ScriptedSource(request.get("name").asText(), splits);
    WatermarkStrategy<String> strategy =
        WatermarkStrategy.<String>forGenerator(context -> new ScriptedWatermarks())
            .withTimestampAssigner((record, before) -> ScriptedWatermarks.read(record).path("timestamp").asLong(before));
    return environment.fromSource(source, strategy, "scripted", Types.STRING).setParallelism(parallelism).uid("scripted");
  }
}

package io.jarparity.connector;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumStateSerializer;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumerator;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.enumerator.subscriber.KafkaSubscriber;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.common.TopicPartition;

/** What happens to the enumerator of a Kafka source, step by step, with no broker. */
final class EnumeratorHistory {
  private static final KafkaSourceEnumStateSerializer SERIALIZER = new KafkaSourceEnumStateSerializer();

  private static final EnumeratorStates STATES = EnumeratorStates.ofThisConnector();

  /** A step of the history, ready to be made. */
  @FunctionalInterface
  private interface Step {
    Optional<Object> make(EnumeratorHistory history) throws Throwable;
  }

  /** A job's settings. */
  private record Job(
      int parallelism,
      Properties properties,
      Boundedness boundedness,
      OffsetsInitializer start,
      OffsetsInitializer stop,
      RecordedCluster.Answers answers,
      boolean events) {
    static Job read(Input in) {
      Properties properties = new Properties();
      properties.setProperty("bootstrap.servers", "127.0.0.1:1"); // nobody listens there, and nobody is asked
      properties.setProperty("group.id", "group");
      properties.setProperty("client.id.prefix", "client");
      properties.setProperty("metric.reporters", ""); // without these three a client takes twice as long to make
      properties.setProperty("auto.include.jmx.reporter", "false");
      properties.setProperty("enable.metrics.push", "false");
      Input interval = in.field("discoveryIntervalMs");
      if (!interval.isNull()) {
        properties.setProperty("partition.discovery.interval.ms", Long.toString(interval.int64()));
      }
      return new Job(
          in.field("parallelism").int32(),
          properties,
          boundedness(in.field("boundedness")),
          Initializers.starting(in.field("start")),
          Initializers.stopping(in.field("stop")),
          RecordedCluster.Answers.read(in),
          in.optional("events").map(Input::bool).orElse(false));
    }

    private static Boundedness boundedness(Input in) {
      return switch (in.text()) {
        case "BOUNDED" -> Boundedness.BOUNDED;
        case "CONTINUOUS_UNBOUNDED" -> Boundedness.CONTINUOUS_UNBOUNDED;
        default -> throw in.expected("BOUNDED or CONTINUOUS_UNBOUNDED");
      };
    }
  }

  /** What there is when a subscriber looks; or it can't look. */
  private final class Subscriber implements KafkaSubscriber {
    private static final long serialVersionUID = 1L;

    private transient Set<TopicPartition> there = Set.of();
    private boolean fails;

    @Override
    public Set<TopicPartition> getSubscribedTopicPartitions(AdminClient cluster) {
      if (fails) {
        throw new IllegalStateException("the cluster can't be asked");
      }
      return there;
    }
  }

  private final Job job;
  private final Subscriber subscriber = new Subscriber();
  private final RecordedCluster cluster;
  private RecordingContext context;
  private KafkaSourceEnumerator enumerator;
  private byte[] snapshot;

  private EnumeratorHistory(Job job) throws Throwable {
    this.job = job;
    cluster = new RecordedCluster(job.answers()).withCommitted();
    open(job.parallelism(), null);
  }

  static void register(Registry registry) {
    registry.operation("flink.kafka-source.enumerator", EnumeratorHistory::read);
  }

  private static Operation.Call read(Input in) {
    Job job = Job.read(in);
    List<Step> steps = in.field("steps").items().stream().map(EnumeratorHistory::step).toList();
    return () -> {
      EnumeratorHistory history = new EnumeratorHistory(job);
      List<Object> observations = new ArrayList<>(steps.size());
      for (Step step : steps) {
        observations.add(history.observe(step));
      }
      return observations;
    };
  }

  private static Step step(Input step) {
    Input op = step.field("op");
    return switch (op.text()) {
      case "start" -> EnumeratorHistory::start;
      case "discover" -> discover(step);
      case "initialize" -> history -> {
        history.context.initialize();
        return Optional.empty();
      };
      case "addReader" -> addReader(step);
      case "removeReader" -> {
        int reader = step.field("reader").int32();
        yield history -> {
          history.context.unregister(reader);
          return Optional.empty();
        };
      }
      case "addSplitsBack" -> {
        int reader = step.field("reader").int32();
        List<SplitFields> returned = SplitFields.readAll(step.field("splits"));
        yield history -> {
          List<KafkaPartitionSplit> splits = new ArrayList<>(returned.size());
          for (SplitFields split : returned) {
            splits.add(split.split());
          }
          history.enumerator.addSplitsBack(splits, reader);
          return Optional.empty();
        };
      }
      case "close" -> history -> {
        history.enumerator.close();
        return Optional.empty();
      };
      case "snapshot" -> EnumeratorHistory::snapshot;
      case "restore" -> restore(step);
      default -> throw op.expected(
          "start, discover, initialize, addReader, removeReader, addSplitsBack, close, snapshot or restore");
    };
  }

  private static Step discover(Input step) {
    Input there = step.field("partitions");
    Partitions.set(there);
    boolean fails = step.optional("fails").map(Input::bool).orElse(false);
    boolean initializes = step.optional("initialize").map(Input::bool).orElse(true);
    return history -> {
      history.subscriber.there = Partitions.set(there); // anew: an enumerator takes out what it knows
      history.subscriber.fails = fails;
      boolean discovered = history.context.discover();
      while (discovered && initializes && history.context.initialize()) {
        // as many as are waiting
      }
      return Optional.empty();
    };
  }

  private static Step addReader(Input step) {
    int reader = step.field("reader").int32();
    boolean registered = step.optional("registered").map(Input::bool).orElse(true);
    return history -> {
      if (registered) {
        history.context.register(reader);
      }
      history.enumerator.addReader(reader);
      return Optional.empty();
    };
  }

  private static Step restore(Input step) {
    Optional<byte[]> given = step.optional("state").map(Input::hex);
    int version = step.optional("version").map(Input::int32).orElseGet(SERIALIZER::getVersion);
    Optional<Integer> parallelism = step.optional("parallelism").map(Input::int32);
    return history -> {
      byte[] bytes = given.isPresent() ? given.get() : history.lastSnapshot();
      KafkaSourceEnumState state = SERIALIZER.deserialize(version, bytes);
      history.open(parallelism.orElseGet(history.context::currentParallelism), state);
      return Optional.empty();
    };
  }

  private Optional<Object> start() throws Throwable {
    try {
      context.starting(enumerator::start);
    } finally {
      EnumeratorApi.replaceAdmin(enumerator, cluster);
    }
    return Optional.empty();
  }

  private Optional<Object> snapshot() throws Throwable {
    KafkaSourceEnumState state = enumerator.snapshotState(1);
    snapshot = SERIALIZER.serialize(state);
    return Optional.of(STATES.json(state));
  }

  /** The last snapshot; where none was taken, one that is taken now. */
  private byte[] lastSnapshot() throws Throwable {
    return snapshot == null ? SERIALIZER.serialize(enumerator.snapshotState(1)) : snapshot;
  }

  private void open(int parallelism, KafkaSourceEnumState state) throws Throwable {
    RecordingContext opened = new RecordingContext(parallelism);
    enumerator =
        EnumeratorApi.made(subscriber, job.start(), job.stop(), job.properties(), opened, job.boundedness(), state);
    context = opened;
  }

  private Object observe(Step step) throws Throwable {
    Optional<Object> state;
    try {
      state = step.make(this);
    } catch (Exception thrown) { // the original's; Errors, such as a class that can't be linked, are not its answer
      context.forget();
      return Map.of("error", Map.of("kind", thrown.getClass().getSimpleName()));
    }
    Map<String, Object> seen = context.seen(job.events());
    state.ifPresent(json -> seen.put("state", json));
    return seen;
  }
}

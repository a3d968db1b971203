package io.jarparity.kafka.group;

import java.lang.reflect.Method;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatResponseData;
import org.apache.kafka.common.network.ClientInformation;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.RequestContext;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.common.runtime.CoordinatorResult;
import org.apache.kafka.coordinator.group.GroupMetadataManager;
import org.apache.kafka.coordinator.group.metrics.GroupCoordinatorMetricsShard;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.timeline.SnapshotRegistry;

/** The original's group coordinator, loaded: its manager of groups, behind what looks at requests first. */
final class LoadedManager {
  private static final String IMAGES = "org.apache.kafka.coordinator.common.runtime.KRaftCoordinatorMetadata";
  private static final Method HEARTBEAT = ByType.method(GroupMetadataManager.class, "consumerGroupHeartbeat", 2);
  private static final Method KNOW = named("onNewMetadataImage", "onMetadataUpdate");
  private static final Method LOADED = ByType.method(GroupMetadataManager.class, "onLoaded", 0);
  private static final boolean WRAPPED = !Arrays.asList(KNOW.getParameterTypes()).contains(MetadataImage.class);
  private static final Class<?> BUILDER = builder();
  private static final Method BUILD = ByType.method(BUILDER, "build", 0);
  private static final List<Method> PARTS = parts();
  private static final Map<Class<?>, Method> REPLAYS = replays();
  private static final RequestContext CONTEXT = context();

  private final BrokerSettings settings;
  private final Object manager;
  private final SnapshotRegistry registry;

  LoadedManager(BrokerSettings settings, HandClock clock, HandTimer timer, HandExecutor executor, MetadataImage image) {
    this.settings = settings;
    registry = (SnapshotRegistry) ByType.construct(SnapshotRegistry.class, settings.words());
    GroupCoordinatorMetricsShard metrics =
        new GroupCoordinatorMetricsShard(registry, Map.of(), new TopicPartition("__consumer_offsets", 0));
    Object builder = ByType.construct(BUILDER);
    Object[] parts = {
      settings.words(), registry, clock, timer, executor, metrics, settings.config(), settings.groups(), known(image)
    };
    for (Method with : PARTS) {
      if (Arrays.stream(parts).anyMatch(with.getParameterTypes()[0]::isInstance)) {
        ByType.call(builder, with, parts);
      }
    }
    manager = ByType.call(builder, BUILD);
  }

  /** The answer to a request, and what is to be written. */
  @SuppressWarnings("unchecked")
  CoordinatorResult<ConsumerGroupHeartbeatResponseData, CoordinatorRecord> heartbeat(
      ConsumerGroupHeartbeatRequestData request) {
    settings.check(request);
    return (CoordinatorResult<ConsumerGroupHeartbeatResponseData, CoordinatorRecord>)
        ByType.call(manager, HEARTBEAT, CONTEXT, request);
  }

  void replay(CoordinatorRecord written) {
    Object key = WrittenJson.key(written);
    ByType.call(manager, REPLAYS.get(key.getClass()), key, written.value() == null ? null : written.value().message());
  }

  /** Tells that the cluster's metadata is another one. */
  void know(MetadataDelta delta, MetadataImage image) {
    ByType.call(manager, KNOW, changed(delta), known(image));
  }

  /** Tells that all that was written has been replayed, as the coordinator's shard does. */
  void loaded(MetadataDelta unchanged, MetadataImage image) {
    know(unchanged, image);
    ByType.call(manager, LOADED);
  }

  /** Remembers the state, under the number of records that are written. */
  void mark(long written) {
    registry.idempotentCreateSnapshot(written);
  }

  /** Takes the state back to what it was when so many records were written. */
  void revert(long written) {
    registry.revertToSnapshot(written);
  }

  private static Object known(MetadataImage image) {
    return WRAPPED ? wrap("Image", image) : image;
  }

  private static Object changed(MetadataDelta delta) {
    return WRAPPED ? wrap("Delta", delta) : delta;
  }

  private static Object wrap(String what, Object wrapped) {
    try {
      return ByType.construct(Class.forName(IMAGES + what), wrapped);
    } catch (ClassNotFoundException missing) {
      throw new IllegalStateException(missing);
    }
  }

  /** The first of these methods that the release has. */
  private static Method named(String... names) {
    return Arrays.stream(GroupMetadataManager.class.getMethods())
        .filter(method -> Arrays.asList(names).contains(method.getName()))
        .findFirst()
        .orElseThrow();
  }

  private static Class<?> builder() {
    return Arrays.stream(GroupMetadataManager.class.getDeclaredClasses())
        .filter(nested -> nested.getSimpleName().equals("Builder"))
        .findFirst()
        .orElseThrow();
  }

  /** The builder's methods that take a part. */
  private static List<Method> parts() {
    return Arrays.stream(BUILDER.getDeclaredMethods())
        .filter(method -> method.getName().startsWith("with"))
        .peek(method -> method.setAccessible(true))
        .toList();
  }

  /** By class of a record's key what takes it. */
  private static Map<Class<?>, Method> replays() {
    return Arrays.stream(GroupMetadataManager.class.getMethods())
        .filter(method -> method.getName().equals("replay"))
        .collect(Collectors.toMap(method -> method.getParameterTypes()[0], method -> method));
  }

  private static RequestContext context() {
    return new RequestContext(
        new RequestHeader(
            ApiKeys.CONSUMER_GROUP_HEARTBEAT, ApiKeys.CONSUMER_GROUP_HEARTBEAT.latestVersion(), "client", 0),
        "1",
        InetAddress.getLoopbackAddress(),
        KafkaPrincipal.ANONYMOUS,
        ListenerName.forSecurityProtocol(SecurityProtocol.PLAINTEXT),
        SecurityProtocol.PLAINTEXT,
        ClientInformation.EMPTY,
        false);
  }
}

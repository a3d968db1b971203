package io.jarparity.kafka.group;

import java.lang.reflect.Method;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
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
import org.apache.kafka.coordinator.group.GroupConfigManager;
import org.apache.kafka.coordinator.group.GroupCoordinatorConfig;
import org.apache.kafka.coordinator.group.GroupCoordinatorService;
import org.apache.kafka.coordinator.group.GroupMetadataManager;
import org.apache.kafka.coordinator.group.metrics.GroupCoordinatorMetricsShard;
import org.apache.kafka.coordinator.group.modern.share.ShareGroupConfig;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.timeline.SnapshotRegistry;

/** The original's group coordinator, loaded: its manager of groups, and the service that looks at requests first. */
final class LoadedManager {
  private static final String IMAGES = "org.apache.kafka.coordinator.common.runtime.KRaftCoordinatorMetadata";
  private static final Method HEARTBEAT = ByType.method(GroupMetadataManager.class, "consumerGroupHeartbeat", 2);
  private static final boolean WRAPPED =
      !Arrays.asList(named("onNewMetadataImage", "onMetadataUpdate").getParameterTypes()).contains(MetadataImage.class);

  private final Object context;
  private final Object manager;
  private final Object service;
  private final SnapshotRegistry registry;
  private final Map<Class<?>, Method> replays = new HashMap<>();

  LoadedManager(
      Map<String, Object> settings, HandClock clock, HandTimer timer, HandExecutor executor, MetadataImage image) {
    context = context();
    Object words = ByType.construct(logContext());
    registry = (SnapshotRegistry) ByType.construct(SnapshotRegistry.class, words);
    AbstractConfig broker = new AbstractConfig(definitions(), settings, false);
    GroupCoordinatorConfig config = new GroupCoordinatorConfig(broker);
    ShareGroupConfig share = new ShareGroupConfig(broker);
    Object groups = ByType.construct(GroupConfigManager.class, Map.of(), config, share);
    GroupCoordinatorMetricsShard metrics =
        new GroupCoordinatorMetricsShard(registry, Map.of(), new TopicPartition("__consumer_offsets", 0));
    Class<?> type = Arrays.stream(GroupMetadataManager.class.getDeclaredClasses())
        .filter(nested -> nested.getSimpleName().equals("Builder"))
        .findFirst()
        .orElseThrow();
    Object builder = ByType.construct(type);
    Object[] parts = {words, registry, clock, timer, executor, metrics, config, groups, known(image)};
    for (Method with : type.getDeclaredMethods()) {
      if (with.getName().startsWith("with") && Arrays.stream(parts).anyMatch(with.getParameterTypes()[0]::isInstance)) {
        with.setAccessible(true);
        ByType.call(builder, with, parts);
      }
    }
    manager = ByType.call(builder, ByType.method(type, "build", 0));
    service = ByType.construct(GroupCoordinatorService.class, words, config);
    for (Method method : GroupMetadataManager.class.getMethods()) {
      if (method.getName().equals("replay")) {
        replays.put(method.getParameterTypes()[0], method);
      }
    }
  }

  /** The answer to a request, and what is to be written. */
  @SuppressWarnings("unchecked")
  CoordinatorResult<ConsumerGroupHeartbeatResponseData, CoordinatorRecord> heartbeat(
      ConsumerGroupHeartbeatRequestData request) {
    // From 4.1 on the service looks at requests, before that the manager does.
    Arrays.stream(GroupCoordinatorService.class.getDeclaredMethods())
        .filter(method -> method.getName().equals("throwIfConsumerGroupHeartbeatRequestIsInvalid"))
        .forEach(method -> {
          method.setAccessible(true);
          ByType.call(service, method, request, (int) ApiKeys.CONSUMER_GROUP_HEARTBEAT.latestVersion());
        });
    return (CoordinatorResult<ConsumerGroupHeartbeatResponseData, CoordinatorRecord>)
        ByType.call(manager, HEARTBEAT, context, request);
  }

  void replay(CoordinatorRecord written) {
    Object key = WrittenJson.key(written);
    ByType.call(manager, replays.get(key.getClass()), key, written.value() == null ? null : written.value().message());
  }

  /** Tells that the cluster's metadata is another one. */
  void know(MetadataDelta delta, MetadataImage image) {
    ByType.call(manager, named("onNewMetadataImage", "onMetadataUpdate"), changed(delta), known(image));
  }

  /** Tells that all that was written has been replayed, as the coordinator's shard does. */
  void loaded(MetadataDelta unchanged, MetadataImage image) {
    know(unchanged, image);
    ByType.call(manager, ByType.method(GroupMetadataManager.class, "onLoaded", 0));
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

  /** The class of loggers' context, which is another one from 4.4 on. */
  private static Class<?> logContext() {
    return Arrays.stream(GroupCoordinatorService.class.getDeclaredConstructors())
        .map(constructor -> constructor.getParameterTypes()[0])
        .filter(type -> type.getSimpleName().equals("LogContext"))
        .findFirst()
        .orElseThrow();
  }

  /** The settings that a coordinator reads; in 4.0 they are in six parts. */
  private static ConfigDef definitions() {
    List<ConfigDef> parts = new ArrayList<>(List.of(ShareGroupConfig.CONFIG_DEF));
    Arrays.stream(GroupCoordinatorConfig.class.getFields())
        .filter(field -> field.getType() == ConfigDef.class)
        .forEach(field -> {
          try {
            parts.add((ConfigDef) field.get(null));
          } catch (IllegalAccessException failed) {
            throw new IllegalStateException(failed);
          }
        });
    ConfigDef whole = new ConfigDef();
    parts.forEach(part -> part.configKeys().values().forEach(whole::define));
    return whole;
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

package io.jarparity.kafka.group;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.coordinator.group.GroupConfigManager;
import org.apache.kafka.coordinator.group.GroupCoordinatorConfig;
import org.apache.kafka.coordinator.group.GroupCoordinatorService;
import org.apache.kafka.coordinator.group.modern.share.ShareGroupConfig;

/** What a broker is configured with, whatever it loads: settings, and the service that looks at requests first. */
final class BrokerSettings {
  private static final Class<?> LOG_CONTEXT = logContext();
  private static final ConfigDef DEFINITIONS = definitions();
  private static final int VERSION = ApiKeys.CONSUMER_GROUP_HEARTBEAT.latestVersion();

  /** From 4.1 on the service looks at requests, before that the manager does. */
  private static final Optional<Method> CHECK =
      Arrays.stream(GroupCoordinatorService.class.getDeclaredMethods())
          .filter(method -> method.getName().equals("throwIfConsumerGroupHeartbeatRequestIsInvalid"))
          .peek(method -> method.setAccessible(true))
          .findFirst();

  private final Object words = ByType.construct(LOG_CONTEXT);
  private final GroupCoordinatorConfig config;
  private final ShareGroupConfig share;
  private final Object service;

  BrokerSettings(Map<String, Object> settings) {
    AbstractConfig broker = new AbstractConfig(DEFINITIONS, settings, false);
    config = new GroupCoordinatorConfig(broker);
    share = new ShareGroupConfig(broker);
    service = ByType.construct(GroupCoordinatorService.class, words, config);
  }

  /** What loggers begin with. */
  Object words() {
    return words;
  }

  GroupCoordinatorConfig config() {
    return config;
  }

  /** Settings of single groups, of which there are none. */
  Object groups() {
    return ByType.construct(GroupConfigManager.class, Map.of(), config, share);
  }

  /** Throws what the service says of a request that no coordinator need see. */
  void check(ConsumerGroupHeartbeatRequestData request) {
    CHECK.ifPresent(check -> ByType.call(service, check, request, VERSION));
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
    ConfigDef whole = new ConfigDef();
    ShareGroupConfig.CONFIG_DEF.configKeys().values().forEach(whole::define);
    Arrays.stream(GroupCoordinatorConfig.class.getFields())
        .filter(field -> field.getType() == ConfigDef.class)
        .forEach(field -> {
          try {
            ((ConfigDef) field.get(null)).configKeys().values().forEach(whole::define);
          } catch (IllegalAccessException failed) {
            throw new IllegalStateException(failed);
          }
        });
    return whole;
  }
}

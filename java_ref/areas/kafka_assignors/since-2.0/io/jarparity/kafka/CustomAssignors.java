package io.jarparity.kafka;

import io.jarparity.bridge.spi.Delegates;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How a class that a consumer makes by its no-argument constructor, named in {@code partition.assignment.strategy}, finds
 * the assignor that it stands for: by its configuration.
 */
public final class CustomAssignors {
  /** The configuration that names a delegate of this JVM; or an {@link CustomAssignor} itself. */
  public static final String ASSIGNOR = "jarparity.assignor";

  /** The configuration with what the assignor is configured with; may be absent. */
  public static final String SETTING = "jarparity.assignor.setting";

  private CustomAssignors() {}

  /**
   * The assignor that a consumer's configuration means.
   *
   * @throws IllegalArgumentException it names none
   */
  public static CustomAssignor configured(Map<String, ?> configs) {
    Object assignor = configs.get(ASSIGNOR);
    if (assignor instanceof CustomAssignor own) {
      return own;
    }
    Object setting = configs.get(SETTING);
    return delegated(String.valueOf(assignor), setting == null ? null : setting.toString())
        .orElseThrow(() -> new IllegalArgumentException(ASSIGNOR + " must name a delegate of this JVM, not " + assignor))
        .get();
  }

  /**
   * What makes the assignor of that name, which is written here or a delegate's; empty if there is none.
   *
   * @throws IllegalArgumentException one that is written here doesn't take the setting
   */
  static Optional<Supplier<CustomAssignor>> named(String name, String setting) {
    if (WeightedAssignor.NAME.equals(name)) {
      return always(WeightedAssignor.configured(setting));
    }
    return RackPreferringAssignor.NAME.equals(name)
        ? always(RackPreferringAssignor.configured(setting))
        : delegated(name, setting);
  }

  private static Optional<Supplier<CustomAssignor>> always(CustomAssignor own) {
    return Optional.of(() -> own);
  }

  private static Optional<Supplier<CustomAssignor>> delegated(String name, String setting) {
    return Delegates.find(name).map(delegate -> () -> new DelegatedAssignor(delegate, setting));
  }
}

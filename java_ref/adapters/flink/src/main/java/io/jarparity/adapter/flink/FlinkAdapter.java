package io.jarparity.adapter.flink;

import io.jarparity.bridge.spi.Adapter;
import io.jarparity.bridge.spi.Registry;
import io.jarparity.bridge.spi.Version;

/** Flink 1.16 and newer: where keys go. */
public final class FlinkAdapter implements Adapter {
  @Override
  public String name() {
    return "flink";
  }

  @Override
  public boolean serves(String family, String version) {
    return "flink".equals(family) && !Version.parse(version).isBefore(1, 16);
  }

  @Override
  public void register(Registry registry) {
    CompositeKeys.register(registry);
    KeyHashes.register(registry);
    Arithmetic.register(registry);
    KeyGroups.register(registry);
    KeyGroupsInBulk.register(registry);
    KeyGroupRanges.register(registry);
    KeyedChannels.register(registry);
    BinaryRows.register(registry);
    RescaledKeyedState.register(registry);
    RestoredKeys.register(registry);
    RescaledOperatorState.register(registry);
    RescaledInFlight.register(registry);
    StateHistories.register(registry);
    CombinedWatermarks.register(registry);
    MultiplexedWatermarks.register(registry);
    BroadcastWatermarks.register(registry);
    ValveWatermarks.register(registry);
    AlignedWatermarks.register(registry);
  }
}

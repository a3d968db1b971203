package io.jarparity.flink;

import io.jarparity.bridge.spi.Registry;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.streaming.api.graph.StreamGraphHasherV2;

/** The id of an operator that has a uid. */
final class OperatorIds {
  private OperatorIds() {}

  static void register(Registry registry) {
    registry.operation("flink.operator.id", in -> {
      String uid = in.field("uid").text();
      return () -> new OperatorID(StreamGraphHasherV2.generateUserSpecifiedHash(uid)).toHexString();
    });
  }
}

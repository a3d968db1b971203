package io.jarparity.kafka.group;

import org.apache.kafka.coordinator.common.runtime.KRaftCoordinatorMetadataImage;
import org.apache.kafka.coordinator.group.Utils;
import org.apache.kafka.image.MetadataImage;

/** A topic's hash; the original takes an image that coordinators share. */
final class TopicHash {
  private TopicHash() {}

  static long of(String name, MetadataImage image) {
    return Utils.computeTopicHash(name, new KRaftCoordinatorMetadataImage(image));
  }
}

package io.jarparity.kafka.group;

import org.apache.kafka.coordinator.group.Utils;
import org.apache.kafka.image.MetadataImage;

/** A topic's hash; the original takes the controller's image. */
final class TopicHash {
  private TopicHash() {}

  static long of(String name, MetadataImage image) {
    return Utils.computeTopicHash(name, image);
  }
}

package io.jarparity.kafka;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * What a member is told, in no line's own class.
 *
 * @param partitions its partitions, in the original's order
 * @param userData bytes or null
 */
record AssignmentData(List<TopicPartition> partitions, byte[] userData) {
  /** A new buffer with the user data, or null. */
  ByteBuffer userDataBuffer() {
    return userData == null ? null : ByteBuffer.wrap(userData.clone());
  }
}

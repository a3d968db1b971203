package io.jarparity.kafka;

import org.apache.kafka.clients.consumer.StickyAssignor;

/** Opens what the {@link StickyAssignor} reads from a subscription, which is there for classes that extend it. */
final class StickyReader extends StickyAssignor {
  /** The partitions and the generation in the user data. */
  MemberData read(Subscription subscription) {
    return memberData(subscription);
  }
}

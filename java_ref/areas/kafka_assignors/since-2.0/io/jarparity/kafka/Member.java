package io.jarparity.kafka;

import io.jarparity.bridge.spi.Input;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A member of a group.
 *
 * @param id its member id
 * @param subscription what it tells the leader
 */
record Member(String id, SubscriptionData subscription) {
  /** Reads the field {@code members}: an array, in the order in which the leader hears of them. */
  static List<Member> read(Input members) {
    List<Member> read = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (Input member : members.items()) {
      Input id = member.field("id");
      if (!ids.add(id.text())) {
        throw id.expected("the id of no other member");
      }
      read.add(new Member(id.text(), SubscriptionData.read(member)));
    }
    return read;
  }
}

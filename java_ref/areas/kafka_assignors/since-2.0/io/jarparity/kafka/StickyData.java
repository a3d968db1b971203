package io.jarparity.kafka;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/** What the sticky assignor knows of a member: its last partitions, and in which generation it got them. */
record StickyData(List<TopicPartition> partitions, Optional<Integer> generation) {}

package io.jarparity.kafka.group;

/** A topic as a cluster has it: its name, and how many partitions. */
record TopicOfCluster(String name, int partitions) {}

package io.jarparity.kafka;

/**
 * What a line's {@code Subscription} carries beyond topics and user data, and the sticky assignor's user data.
 *
 * @param owned {@code instance} and {@code owned}: from 2.4 on
 * @param racks {@code generation} and {@code rack}, and racks of partitions: from 3.4 on
 * @param stickyGeneration the generation in the user data of the sticky assignor: from 2.3 on
 */
public record SubscriptionFeatures(boolean owned, boolean racks, boolean stickyGeneration) {}

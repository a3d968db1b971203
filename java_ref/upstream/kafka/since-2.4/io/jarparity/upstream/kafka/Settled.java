package io.jarparity.upstream.kafka;

import io.jarparity.upstream.PortFault;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * A member's partitions as the port gave them.
 *
 * <p>Kafka's cooperative assignor takes out of the assignment what a member has still to give up. The port's answer is
 * to be without these already: where one is to be taken out, the port is wrong, and that must not be mended on the way.
 */
public final class Settled extends ArrayList<TopicPartition> {
  private static final long serialVersionUID = 1L;

  public Settled(List<TopicPartition> partitions) {
    super(partitions);
  }

  @Override
  public boolean remove(Object partition) {
    if (contains(partition)) {
      throw new PortFault(partition + " is assigned, though its owner has still to give it up");
    }
    return false;
  }
}

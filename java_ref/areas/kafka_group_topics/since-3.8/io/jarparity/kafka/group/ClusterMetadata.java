package io.jarparity.kafka.group;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.RegisterBrokerRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.MetadataProvenance;

/** What a broker knows of a cluster: Kafka's own image of it, made by records as a controller writes them. */
public final class ClusterMetadata {
  private final MetadataDelta delta = new MetadataDelta.Builder().setImage(MetadataImage.EMPTY).build();
  private int brokers;

  /** Adds a topic; {@code racks} has by partition the racks of its replicas, each of a broker of its own. */
  public ClusterMetadata topic(String name, Uuid id, List<List<String>> racks) {
    delta.replay(new TopicRecord().setName(name).setTopicId(id));
    for (int partition = 0; partition < racks.size(); partition++) {
      List<Integer> replicas = new ArrayList<>();
      for (String rack : racks.get(partition)) {
        replicas.add(brokers);
        delta.replay(new RegisterBrokerRecord().setBrokerId(brokers++).setRack(rack));
      }
      delta.replay(new PartitionRecord()
          .setTopicId(id)
          .setPartitionId(partition)
          .setReplicas(replicas)
          .setIsr(replicas)
          .setLeader(replicas.isEmpty() ? -1 : replicas.get(0)));
    }
    return this;
  }

  /** The cluster. */
  public MetadataImage image() {
    return delta.apply(MetadataProvenance.EMPTY);
  }
}

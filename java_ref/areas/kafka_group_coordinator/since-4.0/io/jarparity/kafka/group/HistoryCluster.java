package io.jarparity.kafka.group;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.RemoveTopicRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.MetadataProvenance;

/** The metadata of a cluster whose topics change: Kafka's own images and deltas, made by records as a controller writes them. */
final class HistoryCluster {
  private MetadataImage image = MetadataImage.EMPTY;
  private Map<Uuid, TopicOfCluster> topics = Map.of();
  private long version;

  MetadataImage image() {
    return image;
  }

  /** A delta to the image without a change, as a coordinator gets it when it is loaded. */
  MetadataDelta unchanged() {
    return new MetadataDelta.Builder().setImage(image).build();
  }

  /** Has these topics from now on; topics that were there and aren't named are deleted. */
  MetadataDelta become(Map<Uuid, TopicOfCluster> next) {
    MetadataDelta delta = unchanged();
    topics.forEach((id, topic) -> {
      if (!next.containsKey(id)) {
        delta.replay(new RemoveTopicRecord().setTopicId(id));
      }
    });
    next.forEach((id, topic) -> {
      TopicOfCluster before = topics.get(id);
      if (before == null) {
        delta.replay(new TopicRecord().setName(topic.name()).setTopicId(id));
      }
      for (int partition = before == null ? 0 : before.partitions(); partition < topic.partitions(); partition++) {
        delta.replay(new PartitionRecord()
            .setTopicId(id)
            .setPartitionId(partition)
            .setReplicas(List.of())
            .setIsr(List.of())
            .setLeader(-1));
      }
    });
    topics = new LinkedHashMap<>(next);
    version++;
    image = delta.apply(new MetadataProvenance(version, 1, 1, true));
    return delta;
  }
}

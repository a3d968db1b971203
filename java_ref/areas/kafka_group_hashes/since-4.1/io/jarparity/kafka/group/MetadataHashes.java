package io.jarparity.kafka.group;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.coordinator.group.Utils;
import org.apache.kafka.image.MetadataImage;

/** The hash by which a coordinator sees that a group's topics have changed. */
final class MetadataHashes {
  private MetadataHashes() {}

  static void register(Registry registry) {
    registry.operation("kafka.group.metadata-hash", in -> {
      ClusterMetadata cluster = new ClusterMetadata();
      List<String> names = new ArrayList<>();
      for (Input topic : in.field("topics").items()) {
        names.add(topic.field("name").text());
        cluster.topic(topic.field("name").text(), TopicIds.id(topic.field("id")), racks(topic.field("partitions")));
      }
      MetadataImage image = cluster.image();
      return () -> {
        Map<String, Long> hashes = new TreeMap<>();
        names.forEach(name -> hashes.put(name, TopicHash.of(name, image)));
        Map<String, String> topics = new TreeMap<>();
        hashes.forEach((name, hash) -> topics.put(name, Long.toString(hash)));
        return Map.of("topics", topics, "group", Long.toString(Utils.computeGroupHash(hashes)));
      };
    });
  }

  private static List<List<String>> racks(Input partitions) {
    return partitions.items().stream().map(racks -> racks.items().stream().map(Input::text).toList()).toList();
  }
}

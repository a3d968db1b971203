package io.jarparity.kafka.group;

import io.jarparity.bridge.spi.Input;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.Uuid;

/** Topics by name and by id: documents name topics, the group coordinator knows them by their ids. */
public final class TopicIds {
  private final Map<String, Uuid> ids = new LinkedHashMap<>();
  private final Map<Uuid, String> names = new LinkedHashMap<>();

  /** The topics of an object that has by name {@code {"id": …}}. */
  public static TopicIds read(Input topics) {
    TopicIds read = new TopicIds();
    topics.fields().forEach((name, topic) -> read.add(name, id(topic.field("id"))));
    return read;
  }

  /** The id that Kafka prints so. */
  public static Uuid id(Input text) {
    try {
      return Uuid.fromString(text.text());
    } catch (IllegalArgumentException notAnId) {
      throw text.expected("an id as Kafka prints it, 22 characters of base64url");
    }
  }

  /** Adds a topic. */
  public void add(String name, Uuid id) {
    ids.put(name, id);
    names.put(id, name);
  }

  /** The id of the topic that the field names. */
  public Uuid of(Input name) {
    Uuid id = ids.get(name.text());
    if (id == null) {
      throw name.expected("the name of a topic of the field 'topics'");
    }
    return id;
  }

  /** The id of the topic of that name, which must be there. */
  public Uuid of(String name) {
    return ids.get(name);
  }

  /** The name of the topic with that id, which must be there. */
  public String name(Uuid id) {
    return names.get(id);
  }

  /** By topic its partitions, both sorted; topics without partitions are left out. */
  public Map<String, List<Integer>> json(Map<Uuid, ? extends Collection<Integer>> partitions) {
    Map<String, List<Integer>> json = new TreeMap<>();
    partitions.forEach((id, numbers) -> {
      if (!numbers.isEmpty()) {
        json.put(name(id), new ArrayList<>(new TreeSet<>(numbers)));
      }
    });
    return json;
  }
}

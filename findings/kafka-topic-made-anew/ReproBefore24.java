import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;

/**
 * Repro.java for kafka-clients before 2.4, which had another interface and no CooperativeStickyAssignor: members that
 * remember partitions of a topic that was made anew with fewer.
 *
 * <p>java -cp kafka-clients-2.3.1.jar:slf4j-api-1.7.36.jar:slf4j-nop-1.7.36.jar ReproBefore24.java
 *
 * <p>Ends with 3 where the assignor throws or gives a partition that is gone, else with 0.
 */
public class ReproBefore24 {
    public static void main(String[] args) {
        Map<String, Subscription> members = new HashMap<>();
        List<String> topics = List.of("orders", "users");
        members.put("A", new Subscription(topics, memory(0, 2)));
        members.put("B", new Subscription(topics, memory(1, 3)));
        String found;
        try {
            Map<String, Assignment> given = new StickyAssignor().assign(cluster(Map.of("orders", 2, "users", 4)), members);
            Map<String, Object> partitions = new TreeMap<>();
            given.forEach((member, assignment) -> partitions.put(member, assignment.partitions()));
            boolean gone = partitions.toString().contains("orders-2") || partitions.toString().contains("orders-3");
            found = gone ? "given though gone, in " + partitions : "all right";
        } catch (RuntimeException thrown) {
            found = thrown.toString();
        }
        System.out.println("StickyAssignor, orders:4 and users:4, orders made anew with 2, one rebalance: " + found);
        System.exit(found.equals("all right") ? 0 : 3);
    }

    /** Two partitions of either topic as StickyAssignor writes them, in generation 1 (unread before 2.3). */
    private static ByteBuffer memory(int one, int other) {
        ByteBuffer data = ByteBuffer.allocate(64);
        data.putInt(2);
        for (String topic : new String[] {"orders", "users"}) {
            data.putShort((short) topic.length()).put(topic.getBytes(StandardCharsets.UTF_8));
            data.putInt(2).putInt(one).putInt(other);
        }
        data.putInt(1);
        data.flip();
        return data;
    }

    private static Cluster cluster(Map<String, Integer> topics) {
        Node node = new Node(0, "localhost", 9092);
        Node[] replicas = {node};
        List<PartitionInfo> partitions = new ArrayList<>();
        topics.forEach((topic, count) -> {
            for (int partition = 0; partition < count; partition++) {
                partitions.add(new PartitionInfo(topic, partition, node, replicas, replicas));
            }
        });
        return new Cluster("cluster", List.of(node), partitions, Set.of(), Set.of());
    }
}

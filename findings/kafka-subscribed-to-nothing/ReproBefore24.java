import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;

/**
 * Repro.java for kafka-clients before 2.4, which had another interface and no CooperativeStickyAssignor.
 *
 * <p>java -cp kafka-clients-2.3.1.jar:slf4j-api-1.7.36.jar:slf4j-nop-1.7.36.jar ReproBefore24.java
 *
 * <p>Ends with 3 where a member is given a partition that it doesn't subscribe to, else with 0.
 */
public class ReproBefore24 {
    public static void main(String[] args) {
        boolean faulty = false;
        for (String nothing : List.of("A", "B")) {
            String other = nothing.equals("A") ? "B" : "A";
            Map<String, Subscription> members = new HashMap<>();
            members.put(nothing, new Subscription(List.of()));
            members.put(other, new Subscription(List.of("t")));
            Map<String, Object> given = new TreeMap<>();
            new StickyAssignor().assign(cluster("t", 4), members)
                .forEach((member, assignment) -> given.put(member, assignment.partitions()));
            System.out.println("StickyAssignor, " + nothing + " on nothing, " + other + " on t: " + given);
            faulty |= !given.get(nothing).equals(List.of());
        }
        System.exit(faulty ? 3 : 0);
    }

    private static Cluster cluster(String topic, int count) {
        Node node = new Node(0, "localhost", 9092);
        Node[] replicas = {node};
        List<PartitionInfo> partitions = new ArrayList<>();
        for (int partition = 0; partition < count; partition++) {
            partitions.add(new PartitionInfo(topic, partition, node, replicas, replicas));
        }
        return new Cluster("cluster", List.of(node), partitions, Set.of(), Set.of());
    }
}

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;

/**
 * A member that subscribes to nothing, as a consumer does whose pattern matches no topic, is given partitions by the
 * sticky assignors, and they are missing at those who subscribe to them.
 *
 * <p>Which member is looked at first decides, and that is the order of a HashMap by member id: so the same group is
 * asked with the empty subscription at A and at B, which are iterated in this order.
 *
 * <p>java -cp kafka-clients-4.4.0.jar:slf4j-api-1.7.36.jar:slf4j-nop-1.7.36.jar Repro.java
 *
 * <p>Ends with 3 where a member is given a partition that it doesn't subscribe to, else with 0.
 */
public class Repro {
    public static void main(String[] args) {
        boolean faulty = false;
        for (boolean cooperative : new boolean[] {false, true}) {
            for (String nothing : List.of("A", "B")) {
                String other = nothing.equals("A") ? "B" : "A";
                Map<String, Subscription> members = new HashMap<>();
                members.put(nothing, new Subscription(List.of()));
                members.put(other, new Subscription(List.of("t")));
                ConsumerPartitionAssignor assignor = cooperative ? new CooperativeStickyAssignor() : new StickyAssignor();
                Map<String, Object> given = new TreeMap<>();
                assignor.assign(cluster("t", 4), new GroupSubscription(members)).groupAssignment()
                    .forEach((member, assignment) -> given.put(member, assignment.partitions()));
                System.out.println(assignor.getClass().getSimpleName() + ", " + nothing + " on nothing, " + other
                    + " on t: " + given);
                faulty |= !given.get(nothing).equals(List.of());
            }
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

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * A Java consumer leads a cooperative group with members of other clients. When one more joins, it is given partitions
 * that another one still reads.
 *
 * <p>Nine partitions: the leader, java, owns 0 to 4, and another client's member 5 to 8, both since generation 3. Then
 * new joins. The subscriptions are bytes as each client sends them.
 *
 * <p>java -cp kafka-clients-3.3.2.jar:slf4j-api-1.7.36.jar:slf4j-nop-1.7.36.jar Repro.java
 *
 * <p>Ends with 3 where a partition goes from one member to another in one rebalance, else with 0.
 */
public class Repro {
    private static final String TOPIC = "0001" + "74";
    private static final String GENERATION = "00000003";
    private static final String NO_RACK = "ffff";

    public static void main(String[] args) {
        String owned = partitions(5, 9);
        String none = "00000000";
        boolean faulty = goesAtOnce("librdkafka from 2.2.0 on, franz-go",
            subscription("0003", owned + GENERATION, owned, GENERATION + NO_RACK),
            subscription("0003", "", none, "ffffffff" + NO_RACK));
        faulty |= goesAtOnce("librdkafka before 2.2.0",
            subscription("0001", owned + GENERATION, owned, ""), subscription("0001", "", none, ""));
        faulty |= goesAtOnce("kafka-python",
            subscription("0001", "", owned, ""), subscription("0001", "", none, ""));
        System.exit(faulty ? 3 : 0);
    }

    private static boolean goesAtOnce(String which, Subscription owner, Subscription comes) {
        Map<String, Subscription> members = new LinkedHashMap<>();
        members.put("java", subscription("0003", GENERATION, partitions(0, 5), GENERATION + NO_RACK));
        members.put("owner", owner);
        members.put("new", comes);

        Map<String, Assignment> given =
            new CooperativeStickyAssignor().assign(cluster(), new GroupSubscription(members)).groupAssignment();
        Map<TopicPartition, String> owners = new TreeMap<>((a, b) -> Integer.compare(a.partition(), b.partition()));
        members.forEach((member, sent) -> sent.ownedPartitions().forEach(each -> owners.put(each, member)));
        List<String> atOnce = new ArrayList<>();
        owners.forEach((partition, from) -> given.forEach((member, its) -> {
            if (!member.equals(from) && its.partitions().contains(partition)) {
                atOnce.add(partition + " from " + from + " to " + member);
            }
        }));
        String said = atOnce.isEmpty() ? "what moves is given up first" : "in one rebalance " + atOnce;
        System.out.println(which + ": " + said);
        return !atOnce.isEmpty();
    }

    private static Subscription subscription(String version, String userData, String owned, String behind) {
        String length = String.format("%08x", userData.length() / 2);
        String all = version + "00000001" + TOPIC + length + userData + owned + behind;
        byte[] bytes = new byte[all.length() / 2];
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] = (byte) Integer.parseInt(all.substring(2 * at, 2 * at + 2), 16);
        }
        return ConsumerProtocol.deserializeSubscription(ByteBuffer.wrap(bytes));
    }

    /** One topic, and its partitions: as a subscription has what is owned, and the sticky assignor's user data, too. */
    private static String partitions(int from, int to) {
        StringBuilder listed = new StringBuilder("00000001" + TOPIC + String.format("%08x", to - from));
        for (int partition = from; partition < to; partition++) {
            listed.append(String.format("%08x", partition));
        }
        return listed.toString();
    }

    private static Cluster cluster() {
        Node node = new Node(0, "localhost", 9092);
        Node[] replicas = {node};
        List<PartitionInfo> partitions = new ArrayList<>();
        for (int partition = 0; partition < 9; partition++) {
            partitions.add(new PartitionInfo("t", partition, node, replicas, replicas));
        }
        return new Cluster("c", List.of(node), partitions, Collections.emptySet(), Collections.emptySet());
    }
}

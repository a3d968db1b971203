import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData.ReassignablePartition;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData.ReassignableTopic;
import org.apache.kafka.common.message.AlterPartitionRequestData;
import org.apache.kafka.common.message.ListPartitionReassignmentsResponseData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.metadata.FeatureLevelRecord;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.RegisterBrokerRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.controller.ControllerRequestContext;
import org.apache.kafka.controller.QuorumFeatures;
import org.apache.kafka.metadata.KafkaConfigSchema;
import org.apache.kafka.metadata.PartitionRegistration;
import org.apache.kafka.metadata.Replicas;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A partition that is reassigned, and whose reassignment is given another target before it has ended. What was on its
 * way is forgotten: a cancel keeps it, and from 4.3 on the end doesn't wait for it.
 *
 * <p>Drives the controller's own ReplicationControlManager, request by request; the records that it writes are replayed
 * at once.
 *
 * <p>java -cp 'kafka-metadata-4.3.1.jar:…' Repro.java, with all that it depends on
 *
 * <p>Ends with 3 where a cancel leaves other replicas than there were before, or a reassignment has ended with a new one
 * out of sync; else with 0.
 */
public class Repro {
    private static final String PACKAGE = "org.apache.kafka.controller.";
    private static final Uuid TOPIC = new Uuid(0, 7);
    private static final long EPOCH = 5;
    private static final ConfigDef OF_TOPICS = new ConfigDef()
        .define("min.insync.replicas", ConfigDef.Type.INT, 1, ConfigDef.Importance.LOW, "")
        .define("unclean.leader.election.enable", ConfigDef.Type.BOOLEAN, false, ConfigDef.Importance.LOW, "");

    private final Object replication;

    public static void main(String[] args) throws Exception {
        boolean faulty = false;
        faulty |= keeps(List.of(1), List.of(1, 2));
        faulty |= keeps(List.of(1), List.of(1, 2), List.of(1, 2, 3));
        faulty |= keeps(List.of(1), List.of(1, 2), List.of(1, 3));
        faulty |= keeps(List.of(1, 2), List.of(3, 4), List.of(5, 4));
        faulty |= keeps(List.of(1, 2), List.of(1, 3), List.of(1, 4), List.of(1, 5));
        faulty |= endsWithout(2, List.of(1), List.of(1, 2, 3));
        faulty |= endsWithout(2, List.of(1), List.of(1, 2), List.of(1, 2, 3));
        faulty |= endsWithout(3, List.of(1, 2), List.of(3, 2), List.of(3, 4));
        System.exit(faulty ? 3 : 0);
    }

    /** A partition is on its way to one target after the other, and all that is cancelled. */
    @SafeVarargs
    private static boolean keeps(List<Integer> start, List<Integer>... targets) throws Exception {
        Repro controller = new Repro(start);
        for (List<Integer> target : targets) {
            controller.reassign(target);
        }
        controller.reassign(null);
        List<Integer> replicas = controller.replicas();
        System.out.println(start + " on its way to " + listed(targets) + ", cancelled: replicas " + replicas);
        return !start.containsAll(replicas);
    }

    /** A partition is on its way to one target after the other, and all but one of them are in sync. */
    @SafeVarargs
    private static boolean endsWithout(int broker, List<Integer> start, List<Integer>... targets) throws Exception {
        Repro controller = new Repro(start);
        for (List<Integer> target : targets) {
            controller.reassign(target);
        }
        controller.inSync(controller.replicas().stream().filter(other -> other != broker).toArray(Integer[]::new));
        String listed = controller.listed();
        System.out.println(start + " on its way to " + listed(targets) + ", all but " + broker + " in sync: replicas "
            + controller.replicas() + ", in sync " + controller.isr() + ", listed: " + listed);
        return listed.equals("nothing");
    }

    private static String listed(List<?>[] targets) {
        return Stream.of(targets).map(List::toString).collect(Collectors.joining(", then "));
    }

    /** What AlterPartition says: the leader tells who is in sync. */
    private void inSync(Integer... brokers) throws Exception {
        PartitionRegistration now = partition();
        List<AlterPartitionRequestData.BrokerState> isr = Stream.of(brokers)
            .map(broker -> new AlterPartitionRequestData.BrokerState().setBrokerId(broker).setBrokerEpoch(EPOCH))
            .toList();
        write("alterPartition", new ControllerRequestContext(
            new RequestHeaderData().setRequestApiVersion((short) 3), KafkaPrincipal.ANONYMOUS, OptionalLong.empty()
        ), new AlterPartitionRequestData().setBrokerId(now.leader).setBrokerEpoch(EPOCH).setTopics(List.of(
            new AlterPartitionRequestData.TopicData().setTopicId(TOPIC).setPartitions(List.of(
                new AlterPartitionRequestData.PartitionData()
                    .setLeaderEpoch(now.leaderEpoch)
                    .setPartitionEpoch(now.partitionEpoch)
                    .setNewIsrWithEpochs(isr))))));
    }

    /** What AlterPartitionReassignments asks; no target is a cancel. */
    private void reassign(List<Integer> target) throws Exception {
        write("alterPartitionReassignments", new AlterPartitionReassignmentsRequestData().setTopics(List.of(
            new ReassignableTopic().setName("t").setPartitions(List.of(
                new ReassignablePartition().setReplicas(target))))));
    }

    /** What ListPartitionReassignments answers. */
    private String listed() throws Exception {
        Object answer = call(replication, "listPartitionReassignments", null, Long.MAX_VALUE);
        return ((ListPartitionReassignmentsResponseData) answer).topics().stream()
            .flatMap(topic -> topic.partitions().stream())
            .map(of -> "adding " + of.addingReplicas() + ", removing " + of.removingReplicas())
            .findFirst()
            .orElse("nothing");
    }

    private List<Integer> replicas() throws Exception {
        return Replicas.toList(partition().replicas);
    }

    private List<Integer> isr() throws Exception {
        return Replicas.toList(partition().isr);
    }

    private PartitionRegistration partition() throws Exception {
        return (PartitionRegistration) call(replication, "getPartition", TOPIC, 0);
    }

    /** Asks the controller for something, and replays the records that it writes, as its log does. */
    private void write(String request, Object... given) throws Exception {
        Object result = call(replication, request, given);
        for (Object record : (List<?>) call(result, "records")) {
            call(replication, "replay", ((ApiMessageAndVersion) record).message());
        }
    }

    /** A controller of six brokers, and one partition whose replicas are in sync. */
    private Repro(List<Integer> replicas) throws Exception {
        Object features = built("FeatureControlManager", Map.of(
            "setQuorumFeatures", new QuorumFeatures(0, QuorumFeatures.defaultSupportedFeatureMap(true), List.of(0))));
        short level = MetadataVersion.IBP_4_0_IV3.featureLevel();
        call(features, "replay", new FeatureLevelRecord().setName(MetadataVersion.FEATURE_NAME).setFeatureLevel(level));
        Object configuration = built("ConfigurationControlManager", Map.of(
            "setKafkaConfigSchema", new KafkaConfigSchema(Map.of(ConfigResource.Type.TOPIC, OF_TOPICS), Map.of()),
            "setFeatureControl", features));
        Object registry = call(configuration, "snapshotRegistry");
        Class<?> handler = Class.forName(PACKAGE + "ClusterControlManager$BrokerShutdownHandler");
        Object cluster = built("ClusterControlManager", Map.of(
            "setClusterId", "c",
            "setSnapshotRegistry", registry,
            "setFeatureControlManager", features,
            "setBrokerShutdownHandler", Proxy.newProxyInstance(
                handler.getClassLoader(), new Class<?>[] {handler}, (self, method, args) -> null)));
        call(cluster, "activate");
        for (int broker = 1; broker <= 6; broker++) {
            call(cluster, "replay", new RegisterBrokerRecord()
                .setBrokerId(broker)
                .setBrokerEpoch(EPOCH)
                .setFenced(false)
                .setLogDirs(List.of(new Uuid(2, broker))), EPOCH);
        }
        replication = built("ReplicationControlManager", Map.of(
            "setSnapshotRegistry", registry,
            "setConfigurationControl", configuration,
            "setClusterControl", cluster,
            "setFeatureControl", features));
        call(replication, "replay", new TopicRecord().setName("t").setTopicId(TOPIC));
        call(replication, "replay", new PartitionRecord()
            .setTopicId(TOPIC)
            .setPartitionId(0)
            .setReplicas(replicas)
            .setDirectories(replicas.stream().map(broker -> new Uuid(2, broker)).toList())
            .setIsr(replicas)
            .setLeader(replicas.get(0)));
    }

    /** A part of a controller: these and what they are made by are open to their package alone. */
    private static Object built(String part, Map<String, Object> set) throws Exception {
        Constructor<?> made = Class.forName(PACKAGE + part + "$Builder").getDeclaredConstructor();
        made.setAccessible(true);
        Object builder = made.newInstance();
        for (Map.Entry<String, Object> each : set.entrySet()) {
            call(builder, each.getKey(), each.getValue());
        }
        return call(builder, "build");
    }

    private static Object call(Object on, String name, Object... given) throws Exception {
        Method found = Stream.of(on.getClass().getDeclaredMethods())
            .filter(method -> method.getName().equals(name) && takes(method.getParameterTypes(), given))
            .findFirst()
            .orElseThrow(() -> new NoSuchMethodException(on.getClass() + "." + name));
        found.setAccessible(true);
        return found.invoke(on, given);
    }

    private static boolean takes(Class<?>[] types, Object... given) {
        return types.length == given.length && IntStream.range(0, given.length)
            .allMatch(at -> given[at] == null || types[at].isPrimitive() || types[at].isInstance(given[at]));
    }
}

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData.ReassignablePartition;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData.ReassignableTopic;
import org.apache.kafka.common.message.AlterPartitionRequestData;
import org.apache.kafka.common.message.CreatePartitionsRequestData.CreatePartitionsAssignment;
import org.apache.kafka.common.message.CreatePartitionsRequestData.CreatePartitionsTopic;
import org.apache.kafka.common.message.CreatePartitionsResponseData.CreatePartitionsTopicResult;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.metadata.FeatureLevelRecord;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.RegisterBrokerRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.controller.ControllerRequestContext;
import org.apache.kafka.controller.QuorumFeatures;
import org.apache.kafka.metadata.KafkaConfigSchema;
import org.apache.kafka.metadata.PartitionRegistration;
import org.apache.kafka.metadata.Replicas;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A topic gets another partition while one of its partitions is reassigned: it has as many replicas as the move has for
 * the moment, twice as many as the topic's partitions; and the next one that is added may be counted by it.
 *
 * <p>Drives the controller's own ReplicationControlManager, request by request; the records that it writes are replayed
 * at once.
 *
 * <p>java -cp 'kafka-metadata-4.3.1.jar:…' Repro.java, with all that it depends on
 *
 * <p>Ends with 3 where a partition that is added has more replicas than all others had before the move, or where one
 * that has as many is refused for that; else with 0.
 */
public class Repro {
    private static final String PACKAGE = "org.apache.kafka.controller.";
    private static final Uuid TOPIC = new Uuid(0, 7);
    private static final long EPOCH = 5;
    private static final ConfigDef OF_TOPICS = new ConfigDef()
        .define("min.insync.replicas", ConfigDef.Type.INT, 1, ConfigDef.Importance.LOW, "")
        .define("unclean.leader.election.enable", ConfigDef.Type.BOOLEAN, false, ConfigDef.Importance.LOW, "");

    private final Object replication;

    private int partitions;

    public static void main(String[] args) throws Exception {
        Repro still = new Repro(List.of(1, 2));
        boolean faulty = still.grows("two replicas each, nothing is moved", null);
        Repro moved = new Repro(List.of(1, 2), List.of(2, 1));
        moved.reassign(List.of(3, 4));
        faulty |= moved.grows("[1, 2] on its way to [3, 4]", List.of(5, 6));
        faulty |= moved.grows("[1, 2] on its way to [3, 4]", null);
        moved.inSync(moved.replicas(0).toArray(new Integer[0]));
        faulty |= moved.grows("it is there: " + moved.replicas(0), null);
        System.exit(faulty ? 3 : 0);
    }

    /** What CreatePartitions says: one partition more, on those brokers or where the controller places it. */
    private boolean grows(String told, List<Integer> brokers) throws Exception {
        CreatePartitionsTopic request = new CreatePartitionsTopic().setName("t").setCount(partitions + 1);
        request.setAssignments(
            brokers == null ? null : List.of(new CreatePartitionsAssignment().setBrokerIds(brokers)));
        List<?> answers = (List<?>) write("createPartitions", context(), List.of(request));
        CreatePartitionsTopicResult answer = (CreatePartitionsTopicResult) answers.get(0);
        String asked = told + ", a partition is added" + (brokers == null ? ": " : " on " + brokers + ": ");
        if (answer.errorCode() != 0) {
            System.out.println(asked + Errors.forCode(answer.errorCode()) + ", " + answer.errorMessage());
            return answer.errorCode() != Errors.REASSIGNMENT_IN_PROGRESS.code();
        }
        int replicas = replicas(partitions++).size();
        System.out.println(asked + replicas + " replicas");
        return replicas > 2;
    }

    /** What AlterPartition says: the leader tells who is in sync. */
    private void inSync(Integer... brokers) throws Exception {
        PartitionRegistration now = partition(0);
        List<AlterPartitionRequestData.BrokerState> isr = Stream.of(brokers)
            .map(broker -> new AlterPartitionRequestData.BrokerState().setBrokerId(broker).setBrokerEpoch(EPOCH))
            .toList();
        write("alterPartition", context(), new AlterPartitionRequestData()
            .setBrokerId(now.leader)
            .setBrokerEpoch(EPOCH)
            .setTopics(List.of(new AlterPartitionRequestData.TopicData().setTopicId(TOPIC).setPartitions(List.of(
                new AlterPartitionRequestData.PartitionData()
                    .setLeaderEpoch(now.leaderEpoch)
                    .setPartitionEpoch(now.partitionEpoch)
                    .setNewIsrWithEpochs(isr))))));
    }

    private static ControllerRequestContext context() {
        return new ControllerRequestContext(
            new RequestHeaderData().setRequestApiVersion((short) 3), KafkaPrincipal.ANONYMOUS, OptionalLong.empty());
    }

    /** What AlterPartitionReassignments asks, of the first partition. */
    private void reassign(List<Integer> target) throws Exception {
        write("alterPartitionReassignments", new AlterPartitionReassignmentsRequestData().setTopics(List.of(
            new ReassignableTopic().setName("t").setPartitions(List.of(
                new ReassignablePartition().setReplicas(target))))));
    }

    private List<Integer> replicas(int partition) throws Exception {
        return Replicas.toList(partition(partition).replicas);
    }

    private PartitionRegistration partition(int partition) throws Exception {
        return (PartitionRegistration) call(replication, "getPartition", TOPIC, partition);
    }

    /** Asks the controller for something, and replays the records that it writes, as its log does. */
    private Object write(String request, Object... given) throws Exception {
        Object result = call(replication, request, given);
        for (Object record : (List<?>) call(result, "records")) {
            call(replication, "replay", ((ApiMessageAndVersion) record).message());
        }
        return call(result, "response");
    }

    /** A controller of six brokers, and a topic whose replicas are in sync. */
    @SafeVarargs
    private Repro(List<Integer>... topic) throws Exception {
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
        for (List<Integer> replicas : topic) {
            call(replication, "replay", new PartitionRecord()
                .setTopicId(TOPIC)
                .setPartitionId(partitions++)
                .setReplicas(replicas)
                .setDirectories(replicas.stream().map(broker -> new Uuid(2, broker)).toList())
                .setIsr(replicas)
                .setLeader(replicas.get(0)));
        }
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

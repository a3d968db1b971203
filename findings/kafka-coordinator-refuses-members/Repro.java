import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatResponseData;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatResponseData.TopicPartitions;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.network.ClientInformation;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.RequestContext;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.coordinator.common.runtime.CoordinatorExecutor;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.common.runtime.CoordinatorResult;
import org.apache.kafka.coordinator.common.runtime.CoordinatorTimer;
import org.apache.kafka.coordinator.group.GroupConfigManager;
import org.apache.kafka.coordinator.group.GroupCoordinatorConfig;
import org.apache.kafka.coordinator.group.GroupMetadataManager;
import org.apache.kafka.coordinator.group.metrics.GroupCoordinatorMetricsShard;
import org.apache.kafka.coordinator.group.modern.share.ShareGroupConfig;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.MetadataProvenance;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.timeline.SnapshotRegistry;

/**
 * A broker that takes over a consumer group of KIP-848 reads what the group's coordinator has written to
 * __consumer_offsets. If the log is compacted while it is read, the coordinator may forget to whom partitions are to go,
 * though each member's target is right. Then it can't make a target any more: no member can join.
 *
 * <p>Drives the broker's own GroupMetadataManager, heartbeat by heartbeat; records are replayed as the coordinator's
 * runtime does it. An ordinary history: B joins, A joins, A leaves, B beats. It is read whole, and with the log compacted
 * after each of its records; then C joins.
 *
 * <p>java -cp 'kafka-group-coordinator-4.4.0.jar:…' Repro.java, with all that it depends on
 *
 * <p>Ends with 3 where C can't join, else with 0.
 */
public class Repro {
    private static final String GROUP = "g";
    private static final Uuid TOPIC = new Uuid(0, 7);
    private static final int PARTITIONS = 6;
    private static final Method HEARTBEAT = named(GroupMetadataManager.class, "consumerGroupHeartbeat", 2);

    private final List<CoordinatorRecord> log = new ArrayList<>();
    private final Map<String, Integer> epochs = new HashMap<>();
    private final Map<String, List<Integer>> having = new TreeMap<>();
    private final Object manager;
    private long now;

    public static void main(String[] args) throws Exception {
        Repro first = new Repro();
        first.beat(join("B"));
        first.beat(join("A"));
        first.beat(request("A", -1));
        first.beat(request("B", first.epochs.get("B")));
        Map<String, List<String>> outcomes = new TreeMap<>();
        for (int read = 0; read <= first.log.size(); read++) {
            String place = read == first.log.size() ? "whole" : "compacted after " + read;
            outcomes.computeIfAbsent(joined(compacted(first.log, read), first.now), key -> new ArrayList<>()).add(place);
        }
        outcomes.forEach((outcome, places) -> System.out.println(outcome + ": " + String.join(", ", places)));
        System.exit(outcomes.size() > 1 ? 3 : 0);
    }

    /** The first records, and of the others those that are the newest of their key. */
    private static List<CoordinatorRecord> compacted(List<CoordinatorRecord> log, int read) throws Exception {
        Map<Object, CoordinatorRecord> newest = new HashMap<>();
        for (CoordinatorRecord written : log) {
            newest.put(key(written), written);
        }
        List<CoordinatorRecord> left = new ArrayList<>();
        for (CoordinatorRecord written : log) {
            if (left.size() < read || newest.get(key(written)) == written) {
                left.add(written);
            }
        }
        return left;
    }

    /** What becomes of C, which joins when another broker has read the log. */
    private static String joined(List<CoordinatorRecord> log, long now) throws Exception {
        Repro next = new Repro();
        next.now = now;
        for (CoordinatorRecord written : log) {
            next.replay(written);
        }
        try {
            next.beat(join("C"));
            return "C joins";
        } catch (InvocationTargetException failed) {
            return "C is refused: " + failed.getCause();
        }
    }

    private static ConsumerGroupHeartbeatRequestData join(String member) {
        return request(member, 0)
            .setRebalanceTimeoutMs(300_000)
            .setTopicPartitions(List.of())
            .setSubscribedTopicNames(List.of("t"));
    }

    private static ConsumerGroupHeartbeatRequestData request(String member, int epoch) {
        return new ConsumerGroupHeartbeatRequestData().setGroupId(GROUP).setMemberId(member).setMemberEpoch(epoch);
    }

    /** A member beats, and takes or gives back at once what it is told to. */
    private void beat(ConsumerGroupHeartbeatRequestData request) throws Exception {
        String member = request.memberId();
        now += 2000; // more than the default interval between two assignments, from 4.3 on
        if (request.memberEpoch() > 0) {
            List<Integer> owned = having.get(member);
            request.setTopicPartitions(owned.isEmpty() ? List.of() : List.of(
                new ConsumerGroupHeartbeatRequestData.TopicPartitions().setTopicId(TOPIC).setPartitions(owned)));
        }
        ConsumerGroupHeartbeatResponseData response = (ConsumerGroupHeartbeatResponseData)
            write((CoordinatorResult<?, ?>) HEARTBEAT.invoke(manager, context(), request));
        epochs.put(member, response.memberEpoch());
        having.putIfAbsent(member, List.of());
        if (response.assignment() != null) {
            having.put(member, response.assignment().topicPartitions().stream()
                .map(TopicPartitions::partitions)
                .flatMap(List::stream)
                .sorted()
                .toList());
        }
    }

    private Object write(CoordinatorResult<?, ?> result) throws Exception {
        for (Object written : result.records()) {
            replay((CoordinatorRecord) written);
            log.add((CoordinatorRecord) written);
        }
        return result.response();
    }

    private void replay(CoordinatorRecord written) throws Exception {
        Object key = key(written);
        Object value = written.value() == null ? null : written.value().message();
        for (Method method : GroupMetadataManager.class.getMethods()) {
            if (method.getName().equals("replay") && method.getParameterTypes()[0].isInstance(key)) {
                method.invoke(manager, key, value);
            }
        }
    }

    private static Object key(CoordinatorRecord written) throws Exception {
        Object key = CoordinatorRecord.class.getMethod("key").invoke(written);
        return key instanceof ApiMessageAndVersion versioned ? versioned.message() : key; // as it is in 4.0
    }

    /** A coordinator of a cluster with one topic. Releases differ in what its parts are made of: each gets what it knows. */
    private Repro() throws Exception {
        Object words = construct(logContext());
        List<ConfigDef> parts = new ArrayList<>(List.of(ShareGroupConfig.CONFIG_DEF));
        for (var field : GroupCoordinatorConfig.class.getFields()) {
            if (field.getType() == ConfigDef.class) {
                parts.add((ConfigDef) field.get(null));
            }
        }
        ConfigDef whole = new ConfigDef();
        parts.forEach(part -> part.configKeys().values().forEach(whole::define));
        AbstractConfig broker = new AbstractConfig(whole, Map.of(), false);
        SnapshotRegistry registry = (SnapshotRegistry) construct(SnapshotRegistry.class, words);
        GroupCoordinatorConfig config = new GroupCoordinatorConfig(broker);
        MetadataImage image = cluster();
        Object[] given = {
            words, registry, proxy(Time.class), config, image, wrapped(image), proxy(CoordinatorTimer.class),
            proxy(CoordinatorExecutor.class),
            construct(GroupConfigManager.class, Map.of(), config, new ShareGroupConfig(broker)),
            new GroupCoordinatorMetricsShard(registry, Map.of(), new TopicPartition("__consumer_offsets", 0))
        };
        Class<?> type = Class.forName(GroupMetadataManager.class.getName() + "$Builder");
        Object builder = construct(type);
        for (Method with : type.getDeclaredMethods()) {
            if (with.getName().startsWith("with") && chosen(with, given)[0] != null) {
                with.setAccessible(true);
                with.invoke(builder, chosen(with, given));
            }
        }
        manager = named(type, "build", 0).invoke(builder);
    }

    /** A clock that stands still between heartbeats, a timer that never fires, and an executor that runs nothing. */
    private Object proxy(Class<?> type) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) ->
            switch (method.getReturnType().getSimpleName()) {
                case "boolean" -> false;
                case "long" -> now;
                default -> null;
            });
    }

    private static MetadataImage cluster() {
        MetadataDelta delta = new MetadataDelta.Builder().setImage(MetadataImage.EMPTY).build();
        delta.replay(new TopicRecord().setName("t").setTopicId(TOPIC));
        for (int partition = 0; partition < PARTITIONS; partition++) {
            delta.replay(new PartitionRecord()
                .setTopicId(TOPIC).setPartitionId(partition).setReplicas(List.of()).setIsr(List.of()).setLeader(-1));
        }
        return delta.apply(new MetadataProvenance(1, 1, 1, true));
    }

    private static Object wrapped(MetadataImage image) throws Exception {
        try {
            String name = "org.apache.kafka.coordinator.common.runtime.KRaftCoordinatorMetadataImage";
            return construct(Class.forName(name), image);
        } catch (ClassNotFoundException before42) {
            return image;
        }
    }

    /** The class of loggers' context, which is another one from 4.4 on. */
    private static Class<?> logContext() {
        return Arrays.stream(SnapshotRegistry.class.getConstructors())
            .map(constructor -> constructor.getParameterTypes()[0])
            .findFirst()
            .orElseThrow();
    }

    private static RequestContext context() {
        return new RequestContext(
            new RequestHeader(ApiKeys.CONSUMER_GROUP_HEARTBEAT, (short) 1, "client", 0),
            "1",
            InetAddress.getLoopbackAddress(),
            KafkaPrincipal.ANONYMOUS,
            ListenerName.forSecurityProtocol(SecurityProtocol.PLAINTEXT),
            SecurityProtocol.PLAINTEXT,
            ClientInformation.EMPTY,
            false);
    }

    private static Method named(Class<?> type, String name, int parameters) {
        Method found = Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getName().equals(name) && method.getParameterCount() == parameters)
            .findFirst()
            .orElseThrow();
        found.setAccessible(true);
        return found;
    }

    private static Object construct(Class<?> type, Object... given) throws Exception {
        Constructor<?> longest = type.getDeclaredConstructors()[0];
        for (Constructor<?> other : type.getDeclaredConstructors()) {
            boolean ofObjects = Arrays.stream(other.getParameterTypes()).noneMatch(Class::isPrimitive);
            longest = ofObjects && other.getParameterCount() > longest.getParameterCount() ? other : longest;
        }
        longest.setAccessible(true);
        return longest.newInstance(chosen(longest, given));
    }

    private static Object[] chosen(Executable called, Object... given) {
        return Arrays.stream(called.getParameterTypes())
            .map(type -> Arrays.stream(given).filter(type::isInstance).findFirst().orElse(null))
            .toArray();
    }
}

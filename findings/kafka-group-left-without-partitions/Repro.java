import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
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
import org.apache.kafka.coordinator.common.runtime.CoordinatorExecutor.TaskOperation;
import org.apache.kafka.coordinator.common.runtime.CoordinatorExecutor.TaskRunnable;
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
 * A consumer group of KIP-848 in which a member leaves and another one joins before the others' next heartbeats. If the
 * new member subscribes by a regular expression that isn't resolved, the group's last member is told to give all its
 * partitions back; and if the expression matches nothing, no member gets them until the group changes again.
 *
 * <p>Drives the broker's own GroupMetadataManager, heartbeat by heartbeat; records are replayed as the coordinator's
 * runtime does it, and the regular expression is resolved as soon as it is asked for.
 *
 * <p>java -cp 'kafka-group-coordinator-4.4.0.jar:…' Repro.java, with all that it depends on
 *
 * <p>Ends with 3 where partitions are left to no member, else with 0.
 */
public class Repro {
    private static final String GROUP = "g";
    private static final Uuid TOPIC = new Uuid(0, 7);
    private static final int PARTITIONS = 3;
    private static final Method HEARTBEAT = named(GroupMetadataManager.class, "consumerGroupHeartbeat", 2);

    private final List<Runnable> tasks = new ArrayList<>();
    private final Map<String, Integer> epochs = new HashMap<>();
    private final Map<String, List<Integer>> having = new TreeMap<>();
    private final Object manager;
    private long now;

    public static void main(String[] args) throws Exception {
        boolean faulty = false;
        faulty |= left("B beats before A joins", true, "x.*");
        faulty |= left("A joins first, its expression matches nothing", false, "x.*");
        faulty |= left("A joins first, its expression matches the topic", false, "t.*");
        System.exit(faulty ? 3 : 0);
    }

    /** B and C consume a topic, C leaves, A joins with a regular expression, and all beat until nothing changes. */
    private static boolean left(String what, boolean beatsBefore, String regex) throws Exception {
        Repro group = new Repro();
        group.beat(join("B").setSubscribedTopicNames(List.of("t")));
        group.beat(join("C").setSubscribedTopicNames(List.of("t")));
        group.settle("B", "C");
        group.beat(request("C", -1));
        group.having.remove("C");
        if (beatsBefore) {
            group.settle("B");
        }
        group.beat(join("A").setSubscribedTopicNames(List.of()).setSubscribedTopicRegex(regex));
        group.tasks.forEach(Runnable::run);
        group.settle("B", "A");
        int owned = group.having.values().stream().mapToInt(List::size).sum();
        System.out.println(what + ": " + group.having + ", no member has " + (PARTITIONS - owned) + " of " + PARTITIONS);
        return owned < PARTITIONS;
    }

    private void settle(String... members) throws Exception {
        for (int i = 0; i < 6; i++) {
            for (String member : members) {
                beat(request(member, epochs.get(member)));
            }
        }
    }

    private static ConsumerGroupHeartbeatRequestData join(String member) {
        return request(member, 0).setRebalanceTimeoutMs(300_000).setTopicPartitions(List.of());
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
            CoordinatorRecord record = (CoordinatorRecord) written;
            Object key = CoordinatorRecord.class.getMethod("key").invoke(record);
            key = key instanceof ApiMessageAndVersion versioned ? versioned.message() : key; // as it is in 4.0
            Object value = record.value() == null ? null : record.value().message();
            for (Method method : GroupMetadataManager.class.getMethods()) {
                if (method.getName().equals("replay") && method.getParameterTypes()[0].isInstance(key)) {
                    method.invoke(manager, key, value);
                }
            }
        }
        return result.response();
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

    /** A clock that stands still between heartbeats, a timer that never fires, and an executor whose tasks wait. */
    private Object proxy(Class<?> type) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            if (method.getName().equals("schedule") && args[1] instanceof TaskRunnable<?> task) {
                tasks.add(() -> run(task, (TaskOperation<?, ?>) args[2]));
            }
            return switch (method.getReturnType().getSimpleName()) {
                case "boolean" -> method.getName().equals("schedule");
                case "long" -> now;
                default -> null;
            };
        });
    }

    @SuppressWarnings("unchecked")
    private <R> void run(TaskRunnable<R> task, TaskOperation<?, ?> operation) {
        try {
            write(((TaskOperation<CoordinatorRecord, R>) operation).onComplete(task.run(), null));
        } catch (Throwable failed) {
            throw new IllegalStateException(failed);
        }
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

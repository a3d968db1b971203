import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.ApiVersionsResponseData.ApiVersion;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatResponseData;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Whether a consumer of the new protocol tells the coordinator that it leaves, by what it was closed with.
 *
 * <p>A real KafkaConsumer with group.protocol=consumer joins a group, and is closed with CloseOptions. The broker is a
 * socket on loopback which answers what the consumer needs to become a member (without partitions), and writes the member
 * epochs of its heartbeats down: -1 says that a member leaves, -2 that a static member goes for a while. It reads until the
 * consumer has closed all its connections, so that nothing the consumer has sent is missed.
 *
 * <p>java -cp "kafka-clients-4.4.0.jar:slf4j-api-1.7.36.jar:..." Repro.java
 *
 * <p>Ends with 3 where a dynamic member that is to remain in its group says that it leaves, else with 0.
 */
public class Repro {
    private static final int LEAVES = -1;
    private static final int EPOCH = 1;
    private static final int HEARTBEATS = 600_000; // no heartbeat is due while this runs, but where the member has reason

    public static void main(String[] args) throws Exception {
        boolean faulty = false;
        for (String instance : new String[] {null, "one"}) {
            for (GroupMembershipOperation operation : GroupMembershipOperation.values()) {
                int last = lastEpoch(instance, operation);
                boolean dynamic = instance == null;
                System.out.println((dynamic ? "dynamic" : "static") + " member, " + operation + ": "
                    + (last == LEAVES ? "says that it leaves" : last < LEAVES ? "says that it goes for a while"
                        : "says nothing"));
                faulty |= dynamic && operation == GroupMembershipOperation.REMAIN_IN_GROUP && last == LEAVES;
            }
        }
        System.exit(faulty ? 3 : 0);
    }

    /** The member epoch of the last heartbeat of a consumer that joined, and was closed. */
    private static int lastEpoch(String instance, GroupMembershipOperation operation) throws Exception {
        try (Broker broker = new Broker()) {
            Map<String, Object> settings = new HashMap<>(Map.of(
                "bootstrap.servers", "127.0.0.1:" + broker.port(),
                "group.id", "g",
                "group.protocol", "consumer",
                "enable.auto.commit", false,
                "enable.metrics.push", false));
            if (instance != null) {
                settings.put("group.instance.id", instance);
            }
            var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            consumer.subscribe(List.of("t"));
            while (consumer.groupMetadata().generationId() != EPOCH) {
                consumer.poll(Duration.ofMillis(100));
            }
            consumer.close(CloseOptions.timeout(Duration.ofSeconds(20)).withGroupMembershipOperation(operation));
            List<Integer> epochs = broker.epochs();
            return epochs.get(epochs.size() - 1);
        }
    }

    /** One broker, which is the coordinator of every group, and whose only topic is t. */
    private static final class Broker implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final List<Integer> epochs = Collections.synchronizedList(new ArrayList<>());
        private final List<Thread> connections = Collections.synchronizedList(new ArrayList<>());

        Broker() throws Exception {
            start(() -> {
                try {
                    while (true) {
                        Socket socket = server.accept();
                        connections.add(start(() -> serve(socket)));
                    }
                } catch (Exception closed) {
                    // the socket was closed: it is over
                }
            });
        }

        private static Thread start(Runnable task) {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            thread.start();
            return thread;
        }

        int port() {
            return server.getLocalPort();
        }

        /** Of all heartbeats, after the consumer has hung up. */
        List<Integer> epochs() throws InterruptedException {
            for (Thread connection : List.copyOf(connections)) {
                connection.join();
            }
            return epochs;
        }

        private void serve(Socket socket) {
            try (socket) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                while (true) {
                    byte[] request = new byte[in.readInt()];
                    in.readFully(request);
                    byte[] response = answer(ByteBuffer.wrap(request));
                    out.writeInt(response.length);
                    out.write(response);
                    out.flush();
                }
            } catch (EOFException ended) {
                // the consumer has hung up
            } catch (Exception broken) {
                broken.printStackTrace();
                System.exit(1);
            }
        }

        private byte[] answer(ByteBuffer request) {
            RequestHeader header = RequestHeader.parse(request);
            short version = header.apiVersion();
            ApiMessage answer = switch (header.apiKey()) {
                case API_VERSIONS -> versions();
                case METADATA -> metadata();
                case FIND_COORDINATOR ->
                    coordinator(new FindCoordinatorRequestData(new ByteBufferAccessor(request), version));
                case CONSUMER_GROUP_HEARTBEAT ->
                    heartbeat(new ConsumerGroupHeartbeatRequestData(new ByteBufferAccessor(request), version));
                default -> throw new IllegalStateException("not expected: " + header);
            };
            ByteBuffer first = MessageUtil.toByteBufferAccessor(
                new ResponseHeaderData().setCorrelationId(header.correlationId()),
                header.apiKey().responseHeaderVersion(version)).buffer();
            ByteBuffer second = MessageUtil.toByteBufferAccessor(answer, version).buffer();
            byte[] all = new byte[first.remaining() + second.remaining()];
            int length = first.remaining();
            first.get(all, 0, length);
            second.get(all, length, all.length - length);
            return all;
        }

        private static ApiMessage versions() {
            var known = new ApiVersionsResponseData.ApiVersionCollection();
            for (ApiKeys key : List.of(
                    ApiKeys.API_VERSIONS, ApiKeys.METADATA, ApiKeys.FIND_COORDINATOR, ApiKeys.CONSUMER_GROUP_HEARTBEAT)) {
                known.add(new ApiVersion().setApiKey(key.id).setMinVersion(key.oldestVersion())
                    .setMaxVersion(key.latestVersion()));
            }
            return new ApiVersionsResponseData().setApiKeys(known);
        }

        private ApiMessage metadata() {
            var answer = new MetadataResponseData().setClusterId("c").setControllerId(0);
            answer.brokers().add(
                new MetadataResponseData.MetadataResponseBroker().setNodeId(0).setHost("127.0.0.1").setPort(port()));
            return answer;
        }

        private ApiMessage coordinator(FindCoordinatorRequestData asked) {
            var answer = new FindCoordinatorResponseData();
            for (String key : asked.coordinatorKeys()) {
                answer.coordinators().add(new FindCoordinatorResponseData.Coordinator().setKey(key).setNodeId(0)
                    .setHost("127.0.0.1").setPort(port()));
            }
            return answer;
        }

        private ApiMessage heartbeat(ConsumerGroupHeartbeatRequestData asked) {
            epochs.add(asked.memberEpoch());
            var answer = new ConsumerGroupHeartbeatResponseData().setMemberId(asked.memberId())
                .setHeartbeatIntervalMs(HEARTBEATS);
            if (asked.memberEpoch() < 0) {
                return answer.setMemberEpoch(asked.memberEpoch());
            }
            return answer.setMemberEpoch(EPOCH).setAssignment(new ConsumerGroupHeartbeatResponseData.Assignment());
        }

        @Override
        public void close() throws Exception {
            server.close();
        }
    }
}

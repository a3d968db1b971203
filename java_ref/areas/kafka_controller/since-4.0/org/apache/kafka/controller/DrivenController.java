package org.apache.kafka.controller;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData;
import org.apache.kafka.common.message.AlterPartitionReassignmentsResponseData;
import org.apache.kafka.common.message.AlterPartitionRequestData;
import org.apache.kafka.common.message.AlterPartitionResponseData;
import org.apache.kafka.common.message.BrokerHeartbeatRequestData;
import org.apache.kafka.common.message.BrokerRegistrationRequestData;
import org.apache.kafka.common.message.CreatePartitionsRequestData.CreatePartitionsTopic;
import org.apache.kafka.common.message.CreatePartitionsResponseData.CreatePartitionsTopicResult;
import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsResponseData;
import org.apache.kafka.common.message.ElectLeadersRequestData;
import org.apache.kafka.common.message.ElectLeadersResponseData;
import org.apache.kafka.common.message.ListPartitionReassignmentsResponseData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.metadata.BrokerRegistrationChangeRecord;
import org.apache.kafka.common.metadata.ClearElrRecord;
import org.apache.kafka.common.metadata.ConfigRecord;
import org.apache.kafka.common.metadata.FeatureLevelRecord;
import org.apache.kafka.common.metadata.PartitionChangeRecord;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.RegisterBrokerRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.metadata.UnregisterBrokerRecord;
import org.apache.kafka.common.requests.ApiError;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.metadata.BrokerRegistration;
import org.apache.kafka.metadata.FinalizedControllerFeatures;
import org.apache.kafka.metadata.KafkaConfigSchema;
import org.apache.kafka.metadata.PartitionRegistration;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.common.EligibleLeaderReplicasVersion;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * The parts of a KRaft controller that know brokers, topics and partitions, without the log between them: what one decides
 * is replayed at once. It stands in their package, for what a request does to them is open to their package alone.
 */
public final class DrivenController {
  /** The version of requests that has epochs beside the brokers of an ISR, and of a registration its predecessor's. */
  private static final RequestHeaderData HEADER = new RequestHeaderData().setRequestApiVersion((short) 3);
  private static final ControllerRequestContext CONTEXT =
      new ControllerRequestContext(HEADER, KafkaPrincipal.ANONYMOUS, OptionalLong.empty());
  private static final ConfigDef OF_TOPICS = new ConfigDef()
      .define(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, ConfigDef.Type.INT, 1, ConfigDef.Importance.LOW, "")
      .define(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, ConfigDef.Type.BOOLEAN, false, ConfigDef.Importance.LOW, "");
  private static final String CLUSTER = "c";

  private final FeatureControlManager features = new FeatureControlManager.Builder()
      .setQuorumFeatures(new QuorumFeatures(0, QuorumFeatures.defaultSupportedFeatureMap(true), List.of(0)))
      .build();
  private final ConfigurationControlManager configuration = new ConfigurationControlManager.Builder()
      .setKafkaConfigSchema(new KafkaConfigSchema(Map.of(ConfigResource.Type.TOPIC, OF_TOPICS), Map.of()))
      .setFeatureControl(features)
      .setExistenceChecker(this::check)
      .build();
  private final ClusterControlManager cluster = new ClusterControlManager.Builder()
      .setClusterId(CLUSTER)
      .setSnapshotRegistry(configuration.snapshotRegistry())
      .setFeatureControlManager(features)
      .setBrokerShutdownHandler((broker, clean, records) -> replication().handleBrokerShutdown(broker, clean, records))
      .build();
  private final ReplicationControlManager replication = new ReplicationControlManager.Builder()
      .setSnapshotRegistry(configuration.snapshotRegistry())
      .setConfigurationControl(configuration)
      .setClusterControl(cluster)
      .setFeatureControl(features)
      .build();
  /** How many records there are; a registration's epoch is none of those that mean something else. */
  private long written = 1;

  /**
   * @param metadata a version of metadata, as {@code 4.0-IV3}
   * @param elr whether eligible leader replicas (KIP-966) are kept
   */
  public DrivenController(String metadata, boolean elr) {
    short level = Arrays.stream(MetadataVersion.values())
        .filter(version -> version.version().equals(metadata))
        .findFirst()
        .orElseThrow()
        .featureLevel();
    features.replay(new FeatureLevelRecord().setName(MetadataVersion.FEATURE_NAME).setFeatureLevel(level));
    if (elr) {
      features.replay(new FeatureLevelRecord()
          .setName(EligibleLeaderReplicasVersion.FEATURE_NAME)
          .setFeatureLevel(EligibleLeaderReplicasVersion.ELRV_1.featureLevel()));
    }
    cluster.activate();
  }

  private ReplicationControlManager replication() {
    return replication;
  }

  /** As a controller's own class does it, which needs a whole controller. */
  private void check(ConfigResource topic) {
    if (topic(topic.name()).isEmpty()) {
      throw new UnknownTopicOrPartitionException("The topic '" + topic.name() + "' does not exist.");
    }
  }

  public CreateTopicsResponseData create(CreateTopicsRequestData request) {
    return replayed(ForwardedRequests.createTopics(replication, CONTEXT, request));
  }

  public List<CreatePartitionsTopicResult> grow(List<CreatePartitionsTopic> topics) {
    return replayed(replication.createPartitions(CONTEXT, topics));
  }

  public AlterPartitionReassignmentsResponseData reassign(AlterPartitionReassignmentsRequestData request) {
    return replayed(replication.alterPartitionReassignments(request));
  }

  public ListPartitionReassignmentsResponseData reassigning() {
    return replication.listPartitionReassignments(null, Long.MAX_VALUE);
  }

  public AlterPartitionResponseData alterPartition(AlterPartitionRequestData request) {
    return replayed(replication.alterPartition(CONTEXT, request));
  }

  public ElectLeadersResponseData elect(ElectLeadersRequestData request) {
    return replayed(replication.electLeaders(request));
  }

  /** What a controller does from time to time, where leaders are to be balanced. */
  public void balance() {
    replayed(replication.maybeBalancePartitionLeaders());
  }

  /** What a controller does from time to time for partitions without a leader. */
  public void electUncleanly() {
    replayed(replication.maybeElectUncleanLeaders());
  }

  /** A broker that has read all metadata. */
  public void heartbeat(BrokerHeartbeatRequestData request) {
    replayed(replication.processBrokerHeartbeat(request.setCurrentMetadataOffset(written), written));
  }

  public void register(BrokerRegistrationRequestData request) {
    FinalizedControllerFeatures finalized = features.finalizedFeatures(Long.MAX_VALUE);
    request.setClusterId(CLUSTER);
    Collection<BrokerRegistrationRequestData.Feature> supported = request.features(); // its base class moved in 4.4
    finalized.featureNames().forEach(name -> supported.add(new BrokerRegistrationRequestData.Feature()
        .setName(name)
        .setMinSupportedVersion((short) 0)
        .setMaxSupportedVersion(Short.MAX_VALUE)));
    replayed(cluster.registerBroker(request, written, finalized, true));
  }

  public void unregister(int broker) {
    replayed(replication.unregisterBroker(broker));
  }

  /** Sets a topic's settings, and gives what is wrong with them. */
  public ApiError configure(String topic, Map<String, String> settings) {
    Map<String, Map.Entry<OpType, String>> changes = new HashMap<>();
    settings.forEach((name, value) -> changes.put(name, Map.entry(OpType.SET, value)));
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return replayed(ForwardedRequests.alterConfigs(configuration, Map.of(resource, changes))).get(resource);
  }

  /** The epoch of a broker's registration, or -1. */
  public long epoch(int broker) {
    BrokerRegistration registration = cluster.brokerRegistrations().get(broker);
    return registration == null ? -1 : registration.epoch();
  }

  public Optional<Uuid> topic(String name) {
    return Optional.ofNullable(replication.getTopicId(name));
  }

  /** By number all partitions of a topic whose numbers are below that. */
  public Map<Integer, PartitionRegistration> partitions(String name, int below) {
    Map<Integer, PartitionRegistration> found = new TreeMap<>();
    for (int partition = 0; partition < below; partition++) {
      PartitionRegistration registration =
          topic(name).isEmpty() ? null : replication.getPartition(topic(name).get(), partition);
      if (registration != null) {
        found.put(partition, registration);
      }
    }
    return found;
  }

  private <T> T replayed(ControllerResult<T> result) {
    for (ApiMessageAndVersion record : result.records()) {
      replay(record);
      written++;
    }
    return result.response();
  }

  private void replay(ApiMessageAndVersion record) {
    if (record.message() instanceof RegisterBrokerRecord registered) {
      cluster.replay(registered, written);
    } else if (record.message() instanceof UnregisterBrokerRecord unregistered) {
      cluster.replay(unregistered);
    } else if (record.message() instanceof BrokerRegistrationChangeRecord changed) {
      cluster.replay(changed);
    } else if (record.message() instanceof TopicRecord topic) {
      replication.replay(topic);
    } else if (record.message() instanceof PartitionRecord partition) {
      replication.replay(partition);
    } else if (record.message() instanceof PartitionChangeRecord change) {
      replication.replay(change);
    } else if (record.message() instanceof ClearElrRecord cleared) {
      replication.replay(cleared);
    } else if (record.message() instanceof ConfigRecord config) {
      configuration.replay(config);
    } else {
      throw new IllegalStateException("no part replays " + record.message());
    }
  }
}

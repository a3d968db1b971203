package org.apache.kafka.controller;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsResponseData;
import org.apache.kafka.common.requests.ApiError;

/** Requests of which the controller is told from 4.3 on whether a broker forwarded them. */
final class ForwardedRequests {
  private ForwardedRequests() {}

  static ControllerResult<CreateTopicsResponseData> createTopics(
      ReplicationControlManager replication, ControllerRequestContext context, CreateTopicsRequestData request) {
    return replication.createTopics(context, request, Set.of());
  }

  static ControllerResult<Map<ConfigResource, ApiError>> alterConfigs(
      ConfigurationControlManager configuration,
      Map<ConfigResource, Map<String, Map.Entry<OpType, String>>> changes) {
    return configuration.incrementalAlterConfigs(changes, false);
  }
}

package io.jarparity.live.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** An operator that tells its job's channel what happens, and where. */
abstract class Reporter extends AbstractStreamOperator<String> implements OneInputStreamOperator<String, String> {
  private static final long serialVersionUID = 1;

  private final String job;
  private final String name;
  private final boolean keyed;

  private transient AbstractKeyedStateBackend<?> backend;

  Reporter(String job, String name, boolean keyed) {
    this.job = job;
    this.name = name;
    this.keyed = keyed;
  }

  /** Gets the state of the operator, if it has any. */
  abstract void openState() throws Exception;

  /** A record came; what is to be told of it goes into the observation. */
  abstract void record(JsonNode record, ObjectNode seen) throws Exception;

  @Override
  public void open() throws Exception {
    super.open();
    ObjectNode opened = observation("opened");
    if (keyed) {
      backend = (AbstractKeyedStateBackend<?>) getKeyedStateBackend();
      KeyGroupRange range = backend.getKeyGroupRange();
      opened.put("maxParallelism", backend.getNumberOfKeyGroups());
      opened.putObject("range").put("start", range.getStartKeyGroup()).put("end", range.getEndKeyGroup());
    }
    openState();
    see(opened);
  }

  @Override
  public void processElement(StreamRecord<String> element) throws Exception {
    JsonNode record = ScriptedWatermarks.read(element.getValue());
    if (record.get("op").asText().equals("end")) {
      see(observation("end").set("step", record.get("step")));
      return;
    }
    ObjectNode seen = observation("record").set("id", record.get("id"));
    if (keyed) {
      seen.put("keyGroup", backend.getCurrentKeyGroupIndex());
    }
    record(record, seen);
    see(seen);
  }

  final ObjectNode observation(String kind) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("kind", kind)
        .put("operator", name)
        // The runtime context of 1.16 says it in another way than that of 2.x; the environment says it in one.
        .put("subtask", getContainingTask().getEnvironment().getTaskInfo().getIndexOfThisSubtask());
  }

  final void see(ObjectNode observation) {
    JobChannel.of(job).saw(observation);
  }
}

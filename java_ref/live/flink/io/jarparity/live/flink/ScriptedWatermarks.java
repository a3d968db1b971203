package io.jarparity.live.flink;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/**
 * A watermark generator, as every output of a source has one: what a record says is done at once, or, if the record is
 * {@code deferred}, when Flink next asks for periodic watermarks.
 */
final class ScriptedWatermarks implements WatermarkGenerator<String> {
  private static final ObjectMapper JSON = new ObjectMapper();

  // Readers and generators of a subtask are made by its one thread. The first generator after the reader is that of the
  // main output, which Flink asks last at each periodic emission.
  private static final ThreadLocal<Lane> NEXT_MAIN = new ThreadLocal<>();

  private final Lane asked;
  private final List<JsonNode> deferred = new ArrayList<>();

  ScriptedWatermarks() {
    asked = NEXT_MAIN.get();
    NEXT_MAIN.remove();
  }

  /** The next generator of this thread is the main output's of this lane. */
  static void belongTo(Lane lane) {
    NEXT_MAIN.set(lane);
  }

  @Override
  public void onEvent(String record, long timestamp, WatermarkOutput output) {
    JsonNode change = read(record);
    if (change.path("deferred").asBoolean()) {
      deferred.add(change);
    } else {
      make(change, output);
    }
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    deferred.forEach(change -> make(change, output));
    deferred.clear();
    if (asked != null) {
      asked.tick();
    }
  }

  private static void make(JsonNode change, WatermarkOutput output) {
    switch (change.get("op").asText()) {
      case "watermark" -> output.emitWatermark(new Watermark(Long.parseLong(change.get("timestamp").asText())));
      case "idle" -> output.markIdle();
      case "active" -> output.markActive();
      default -> {} // a record without a word on time
    }
  }

  static JsonNode read(String record) {
    try {
      return JSON.readTree(record);
    } catch (JsonProcessingException damaged) {
      throw new IllegalStateException("a scripted record is no JSON: " + record, damaged);
    }
  }
}

package io.jarparity.live.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

/** What one subtask of the scripted source is to do, in order; and how often its periodic watermarks were asked for. */
final class Lane {
  private final Deque<JsonNode> instructions = new ArrayDeque<>();
  private CompletableFuture<Void> changed = new CompletableFuture<>();
  private long ticks;

  synchronized void put(JsonNode instruction) {
    instructions.add(instruction);
    wake();
  }

  /** The first instruction, which stays; null without any. */
  synchronized JsonNode first() {
    return instructions.peek();
  }

  synchronized void done() {
    instructions.remove();
  }

  /** All outputs of the subtask were asked for their periodic watermarks. */
  synchronized void tick() {
    ticks++;
    wake();
  }

  synchronized long ticks() {
    return ticks;
  }

  /** Something may have become possible. */
  synchronized void wake() {
    changed.complete(null);
  }

  /** From now on `changed` tells of changes; then look, then wait, and none is missed. */
  synchronized void watch() {
    changed = new CompletableFuture<>();
  }

  /** Completes with the first change after the last call of `watch`. */
  synchronized CompletableFuture<Void> changed() {
    return changed;
  }
}

package io.jarparity.flink;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.flink.runtime.state.heap.StateTable;
import org.apache.flink.runtime.state.internal.InternalKvState;
import org.apache.flink.runtime.state.internal.InternalKvState.StateIncrementalVisitor;
import org.apache.flink.runtime.state.StateEntry;

/** Entries of keyed state as documents, each with its state, namespace, key and value. */
final class StateEntries {
  /** Positions of a map that a visitor looks at before it gives back what it has. */
  private static final int AT_ONCE = 2;

  private static final Comparator<Map<String, Object>> ORDER =
      Comparator.comparing(StateEntries::place, KeyDocuments.ORDER);

  private StateEntries() {}

  /** What the tables hold, by key group. */
  static Map<String, Object> dump(
      Map<String, StateTable<Object, Object, Object>> tables, Function<Object, Object> json) {
    return dump(tables, json, Namespaces::json, KeyDocuments::of);
  }

  /** What the tables hold, by key group; values, namespaces and keys are written as the functions say. */
  static Map<String, Object> dump(
      Map<String, StateTable<Object, Object, Object>> tables,
      Function<Object, Object> json,
      Function<Object, Object> namespaces,
      Function<Object, Object> keys) {
    Map<Integer, List<Map<String, Object>>> groups = new LinkedHashMap<>();
    tables.forEach((state, table) -> {
      int group = table.getKeyGroupOffset();
      for (var map : table.getState()) {
        List<Map<String, Object>> entries = new ArrayList<>();
        map.forEach(entry -> entries.add(document(state, entry, json, namespaces, keys)));
        if (!entries.isEmpty()) {
          groups.computeIfAbsent(group, absent -> new ArrayList<>()).addAll(entries);
        }
        group++;
      }
    });
    Map<String, Object> dump = new LinkedHashMap<>();
    groups.forEach((group, entries) -> {
      entries.sort(ORDER);
      dump.put(Integer.toString(group), entries);
    });
    return dump;
  }

  /** Goes through a state's entries in pieces, as the cleanup of expired state does; those of this value go. */
  static List<Map<String, Object>> visited(
      String name, InternalKvState<Object, Object, String> state, String expired) {
    StateIncrementalVisitor<Object, Object, String> visitor = state.getStateIncrementalVisitor(AT_ONCE);
    List<Map<String, Object>> visited = new ArrayList<>();
    for (Collection<StateEntry<Object, Object, String>> piece = visitor.nextEntries();
        piece != null;
        piece = visitor.nextEntries()) {
      for (StateEntry<Object, Object, String> entry : List.copyOf(piece)) {
        visited.add(document(name, entry, value -> value, Namespaces::json, KeyDocuments::of));
        if (entry.getState().equals(expired)) {
          visitor.remove(entry);
        }
      }
    }
    visited.sort(ORDER);
    return visited;
  }

  private static Map<String, Object> document(
      String state,
      StateEntry<?, ?, ?> entry,
      Function<Object, Object> json,
      Function<Object, Object> namespaces,
      Function<Object, Object> keys) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("state", state);
    document.put("namespace", namespaces.apply(entry.getNamespace()));
    document.put("key", keys.apply(entry.getKey()));
    document.put("value", json.apply(entry.getState()));
    return document;
  }

  /** An entry's state, namespace and key; its namespace may be null. */
  private static List<Object> place(Map<String, Object> entry) {
    return Arrays.asList(entry.get("state"), entry.get("namespace"), entry.get("key"));
  }
}

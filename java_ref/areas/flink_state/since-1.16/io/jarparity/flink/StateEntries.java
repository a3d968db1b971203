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

  private final Map<Integer, List<Map<String, Object>>> groups = new LinkedHashMap<>();
  private final Function<Object, Object> json;
  private final Function<Object, Object> namespaces;
  private final Function<Object, Object> keys;

  /** Values, namespaces and keys are written as the functions say. */
  StateEntries(Function<Object, Object> json, Function<Object, Object> namespaces, Function<Object, Object> keys) {
    this.json = json;
    this.namespaces = namespaces;
    this.keys = keys;
  }

  /** What the tables hold, by key group. */
  static Map<String, Object> dump(
      Map<String, StateTable<Object, Object, Object>> tables, Function<Object, Object> json) {
    StateEntries entries = new StateEntries(json, Namespaces::json, KeyDocuments::of);
    entries.add(tables);
    return entries.dump();
  }

  /** Adds what the tables hold. */
  void add(Map<String, StateTable<Object, Object, Object>> tables) {
    tables.forEach((state, table) -> {
      int group = table.getKeyGroupOffset();
      for (var map : table.getState()) {
        int of = group;
        map.forEach(entry -> add(of, state, entry.getNamespace(), entry.getKey(), entry.getState()));
        group++;
      }
    });
  }

  /** Adds an entry. */
  void add(int group, String state, Object namespace, Object key, Object value) {
    groups
        .computeIfAbsent(group, absent -> new ArrayList<>())
        .add(document(state, namespaces.apply(namespace), keys.apply(key), json.apply(value)));
  }

  /** What was added, by key group, each in order. */
  Map<String, Object> dump() {
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
        visited.add(
            document(name, Namespaces.json(entry.getNamespace()), KeyDocuments.of(entry.getKey()), entry.getState()));
        if (entry.getState().equals(expired)) {
          visitor.remove(entry);
        }
      }
    }
    visited.sort(ORDER);
    return visited;
  }

  private static Map<String, Object> document(String state, Object namespace, Object key, Object value) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("state", state);
    document.put("namespace", namespace);
    document.put("key", key);
    document.put("value", value);
    return document;
  }

  /** An entry's state, namespace and key, and its value, as a key has several timers; its namespace may be null. */
  private static List<Object> place(Map<String, Object> entry) {
    return Arrays.asList(entry.get("state"), entry.get("namespace"), entry.get("key"), entry.get("value"));
  }
}

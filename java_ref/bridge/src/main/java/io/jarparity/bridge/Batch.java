package io.jarparity.bridge;

import io.jarparity.bridge.spi.Delegates;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A batch of inputs that is read once and put to several lines; the answers that they share are written once. */
final class Batch {
  /** Inputs that are held at once, with the replies of all lines. */
  private static final int BLOCK = 256;

  private static final int NOT_ASKED = -1;

  private final String operation;
  private final List<Eligible> eligible = new ArrayList<>();
  private final Map<List<Integer>, Integer> patterns = new LinkedHashMap<>();

  /** A line, and the places of the inputs that it is asked for; null for all. */
  private record Eligible(Line line, BitSet places) {
    boolean takes(int place) {
      return places == null || places.get(place);
    }
  }

  /** The distinct replies to one input, and for each line which is its own. */
  private static final class Row {
    final List<Integer> pattern = new ArrayList<>();
    final List<Reply> replies = new ArrayList<>();

    void add(Reply reply) {
      int place = 0;
      while (place < replies.size() && !same(replies.get(place), reply)) {
        place++;
      }
      if (place == replies.size()) {
        replies.add(reply);
      }
      pattern.add(place);
    }
  }

  /**
   * A batch for some of the open lines.
   *
   * @param linesJson see {@link Bridge#answersOfLines}
   */
  Batch(String operation, Lines open, String linesJson) {
    this.operation = operation;
    Input lines = Input.root("lines", Json.read("the lines of " + operation, linesJson));
    try {
      lines.fields().forEach((name, places) -> eligible.add(new Eligible(open.get(name), places(places))));
    } catch (InputException malformed) {
      throw new BridgeException(malformed.getMessage(), malformed);
    }
  }

  /** See {@link Bridge#answersOfLines}. */
  String answers(String inputs) {
    Json.Answers answers = new Json.Answers();
    JsonReader elements = new JsonReader("the inputs of " + operation, inputs);
    elements.enter();
    int first = 0;
    List<Input> block;
    do {
      block = block(elements, first);
      for (Row row : rows(block, first)) {
        answers.add(patterns.computeIfAbsent(row.pattern, unknown -> patterns.size()), row.replies);
      }
      first += block.size();
    } while (block.size() == BLOCK);
    return "[" + answers.end() + "," + Json.write(List.copyOf(patterns.keySet())) + "]";
  }

  private List<Input> block(JsonReader elements, int first) {
    List<Input> block = new ArrayList<>();
    while (block.size() < BLOCK && elements.advance()) {
      block.add(Input.root(operation + ", input " + (first + block.size()), elements.value()));
    }
    return block;
  }

  private List<Row> rows(List<Input> block, int first) {
    List<List<Reply>> replies = told(one -> one.line.replies(operation, asked(one, block, first)));
    List<Row> rows = block.stream().map(input -> new Row()).toList();
    for (int t = 0; t < eligible.size(); t++) {
      Iterator<Reply> next = replies.get(t).iterator();
      for (int i = 0; i < block.size(); i++) {
        if (eligible.get(t).takes(first + i)) {
          rows.get(i).add(next.next());
        } else {
          rows.get(i).pattern.add(NOT_ASKED);
        }
      }
    }
    return rows;
  }

  /** What each one tells, in order. */
  private List<List<Reply>> told(Function<Eligible, List<Reply>> ask) {
    // The lines share no class of the originals, so they are asked at once; but a caller's own code, which every line
    // may call, hears one at a time.
    Stream<Eligible> all = Delegates.areAny() ? eligible.stream() : eligible.parallelStream();
    return all.map(ask).toList();
  }

  private static List<Input> asked(Eligible one, List<Input> block, int first) {
    return IntStream.range(0, block.size())
        .filter(i -> one.takes(first + i))
        .mapToObj(block::get)
        .toList();
  }

  private static BitSet places(Input places) {
    if (places.isNull()) {
      return null;
    }
    BitSet found = new BitSet();
    places.items().forEach(place -> found.set((int) place.number(0, Integer.MAX_VALUE)));
    return found;
  }

  private static boolean same(Reply one, Reply other) {
    if (one instanceof Reply.Thrown a && other instanceof Reply.Thrown b) {
      return a.exception().getClass().getSimpleName().equals(b.exception().getClass().getSimpleName())
          && Objects.equals(a.exception().getMessage(), b.exception().getMessage());
    }
    return one.equals(other);
  }
}

package io.jarparity.bridge;

import io.jarparity.bridge.spi.Adapter;
import io.jarparity.bridge.spi.Block;
import io.jarparity.bridge.spi.BulkOperation;
import io.jarparity.bridge.spi.ColumnKind;
import io.jarparity.bridge.spi.IdentityHashedKey;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import io.jarparity.bridge.spi.Operation;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/** An open line: its class loader and what its adapters can ask of its originals. */
final class Line {
  private final String name;
  private final List<Path> jars;
  private final LineLoader loader;
  private final Registrations registrations = new Registrations();

  /**
   * Loads the adapters that serve the line.
   *
   * @param name family, one space and version
   * @throws BridgeException no adapter serves the line, or one can't be loaded
   */
  Line(String name, List<Path> jars) {
    int space = name.indexOf(' ');
    if (space < 1 || space != name.lastIndexOf(' ') || space == name.length() - 1) {
      throw new BridgeException("the line \"" + name + "\" must be a family, one space and a version");
    }
    this.name = name;
    this.jars = jars;
    this.loader = new LineLoader(name, jars);
    try {
      inside(() -> register(name.substring(0, space), name.substring(space + 1)));
    } catch (RuntimeException | Error unopened) {
      close();
      throw unopened;
    }
  }

  List<Path> jars() {
    return jars;
  }

  /** Lets the JARs go; classes that are not loaded yet can't be any more. */
  void close() {
    loader.release();
  }

  /** The names of the operations, in order. */
  List<String> operations() {
    return List.copyOf(registrations.operations().keySet());
  }

  /** Answers every input of a JSON array. */
  String answers(String operation, String inputs) {
    Operation asked = operation(operation);
    return inside(() -> {
      Json.Answers answers = new Json.Answers();
      try (Json.Elements elements = new Json.Elements("the inputs of " + operation, inputs)) {
        for (int i = 0; elements.advance(); i++) {
          Input input = Input.root(operation + ", input " + i, elements.element());
          answers.add(reply(asked, operation, input));
        }
      }
      return answers.end();
    });
  }

  /** Answers every row of a column. */
  void bulk(String operation, String parameters, ByteBuffer column, BulkRun.Output output) {
    Registrations.Bulk asked = registrations.bulks().get(operation);
    if (asked == null) {
      throw unserved("bulk operation", operation, List.copyOf(registrations.bulks().keySet()));
    }
    inside(() -> {
      Input input = Input.root(operation + ", parameters", Json.read("the parameters of " + operation, parameters));
      new BulkRun(operation + " on " + name, asked, input, column).run(output);
      return null;
    });
  }

  /** The reply to one input. */
  Reply reply(String operation, Input input) {
    Operation asked = operation(operation);
    return inside(() -> reply(asked, operation, input));
  }

  /** A bulk operation whose rows come one by one, each with one answer. */
  BulkOperation.Call call(String operation, Input parameters, ColumnKind kind) {
    Registrations.Bulk asked = registrations.bulks().get(operation);
    if (asked == null || asked.shape().width() != 1 || !asked.shape().kinds().contains(kind)) {
      throw unserved("bulk operation with one answer to a key of kind " + kind, operation, List.of());
    }
    return inside(() -> {
      try {
        return asked.operation().read(parameters, kind);
      } catch (RuntimeException | LinkageError unread) {
        throw unread(operation + " on " + name, unread);
      }
    });
  }

  /** Asks the original for a block; what it threw, or null. */
  Throwable ask(String operation, BulkOperation.Call call, Block block, int[] answers) {
    // As `inside`, without its lambda: this is called for every row.
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      call.answer(block, answers);
      return null;
    } catch (Throwable thrown) { // of any type: it is the original's
      return Failures.ofOriginal(operation + " on " + name, thrown);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private Operation operation(String operation) {
    Operation asked = registrations.operations().get(operation);
    if (asked == null) {
      throw unserved("operation", operation, operations());
    }
    return asked;
  }

  private Reply reply(Operation asked, String operation, Input input) {
    String where = operation + " on " + name;
    Operation.Call call;
    try {
      call = asked.read(input);
    } catch (IdentityHashedKey refused) {
      return new Reply.Thrown(refused);
    } catch (RuntimeException | LinkageError unread) {
      throw unread(where, unread);
    }
    try {
      return new Reply.Value(call.answer());
    } catch (Throwable thrown) { // whatever an original throws is its answer; Failures lets pass what is not
      return new Reply.Thrown(Failures.ofOriginal(where, thrown));
    }
  }

  /** Why an input was not read. */
  static BridgeException unread(String where, Throwable cause) {
    if (cause instanceof BridgeException own) {
      return own;
    }
    if (cause instanceof InputException) {
      return new BridgeException(cause.getMessage(), cause);
    }
    if (cause instanceof LinkageError) {
      return Failures.unlinked(where, cause);
    }
    return new BridgeException(where + ": the adapter failed to read an input: " + cause, cause);
  }

  private Void register(String family, String version) {
    List<String> found = new ArrayList<>();
    try {
      for (Adapter adapter : ServiceLoader.load(Adapter.class, loader)) {
        found.add(adapter.name());
        if (adapter.serves(family, version)) {
          adapter.register(registrations);
        }
      }
    } catch (ServiceConfigurationError | LinkageError | IllegalArgumentException broken) {
      String after = found.isEmpty() ? "" : " (at or after " + found.get(found.size() - 1) + ")";
      throw new BridgeException("an adapter of the line " + name + " can't be loaded" + after + ": " + broken, broken);
    }
    if (registrations.operations().isEmpty()) {
      String those = found.isEmpty() ? "there is none" : "there are " + String.join(", ", found);
      throw new BridgeException("no adapter among the JARs of the line " + name + " serves it; " + those);
    }
    return null;
  }

  private BridgeException unserved(String what, String operation, List<String> served) {
    String those = served.isEmpty() ? "" : "; it has " + String.join(", ", served);
    return new BridgeException("the line " + name + " has no " + what + " " + operation + those);
  }

  /** Runs with the line's loader as the thread's context loader, as the originals' own reflection expects. */
  private <T> T inside(Supplier<T> action) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return action.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}

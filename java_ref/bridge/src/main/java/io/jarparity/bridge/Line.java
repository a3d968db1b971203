package io.jarparity.bridge;

import io.jarparity.bridge.spi.Block;
import io.jarparity.bridge.spi.BulkOperation;
import io.jarparity.bridge.spi.ColumnKind;
import io.jarparity.bridge.spi.IdentityHashedKey;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/** An open line: its class loader and what its adapters can ask of its originals. */
final class Line {
  /** The resource that lists classes with a {@code static void register(Registry)}, one a line. */
  static final String ADAPTERS = "META-INF/jarparity/adapters";

  private static final MethodType REGISTER = MethodType.methodType(void.class, Registry.class);

  private final String name;
  private final List<Path> jars;
  private final LineLoader loader;
  private final Registrations registrations = new Registrations();

  /**
   * Loads the classes that register the line's operations.
   *
   * @param name family, one space and version
   * @throws BridgeException there is none, or one can't be loaded
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
      inside(this::register);
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
      JsonReader elements = new JsonReader("the inputs of " + operation, inputs);
      elements.enter();
      for (int i = 0; elements.advance(); i++) {
        Input input = Input.root(operation + ", input " + i, elements.value());
        answers.add(reply(asked, operation, input));
      }
      return answers.end();
    });
  }

  /** The replies to inputs that stand together in a batch, in order. */
  List<Reply> replies(String operation, List<Input> inputs) {
    Operation asked = operation(operation);
    return inside(() -> inputs.stream().map(input -> reply(asked, operation, input)).toList());
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

  /** Has each class that {@link #ADAPTERS} lists register what it can ask. */
  private Void register() {
    for (String adapter : adapters()) {
      try {
        // Not by reflection, which would load the classes of all methods: a line may lack some that it isn't asked for.
        Class<?> found = Class.forName(adapter, true, loader);
        MethodHandles.Lookup inside = MethodHandles.privateLookupIn(found, MethodHandles.lookup());
        inside.findStatic(found, "register", REGISTER).invoke(registrations);
      } catch (Throwable broken) { // a MethodHandle's
        throw new BridgeException(adapter + " of the line " + name + " can't be loaded: " + broken, broken);
      }
    }
    if (registrations.operations().isEmpty()) {
      throw new BridgeException("no class in the JARs of the line " + name + " registers an operation");
    }
    return null;
  }

  private List<String> adapters() {
    List<String> names = new ArrayList<>();
    try {
      for (URL listed : Collections.list(loader.findResources(ADAPTERS))) {
        try (InputStream text = listed.openStream()) {
          new String(text.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(names::add);
        }
      }
    } catch (IOException damaged) {
      throw new BridgeException(ADAPTERS + " of the line " + name + " can't be read: " + damaged.getMessage(), damaged);
    }
    return names;
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

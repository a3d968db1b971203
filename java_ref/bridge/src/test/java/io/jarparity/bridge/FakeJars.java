package io.jarparity.bridge;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** JARs made on the spot: an "original" in two versions and an adapter for it. */
final class FakeJars {
  static final String ADAPTER =
      """
      package fake;
      import io.jarparity.bridge.spi.*;
      final class FakeAdapter {
        static void register(Registry registry) {
          registry.operation("fake.version", in -> () -> original.Original.version());
          registry.operation("fake.context", in -> () ->
              Boolean.toString(Thread.currentThread().getContextClassLoader() == FakeAdapter.class.getClassLoader()));
          registry.operation("fake.sees", in -> {
            String name = in.field("class").text();
            return () -> { Class.forName(name); return true; };
          });
          registry.operation("fake.divide", in -> {
            int by = in.field("by").int32();
            return () -> original.Original.divide(1, by);
          });
          registry.operation("fake.throw", in -> {
            String what = in.field("what").text();
            if (what.equals("in read")) throw new IllegalArgumentException("read went wrong");
            if (what.equals("refused")) throw IdentityHashedKey.ofBytes();
            return () -> { original.Original.fail(what); return null; };
          });
          registry.operation("fake.thread", in -> () -> Thread.currentThread().getName());
          registry.operation("fake.long", in -> () -> 1L);
          registry.bulk("fake.double", BulkShape.of(ColumnKind.INTEGER), (parameters, kind) -> {
            int by = parameters.field("by").int32();
            return (block, answers) -> {
              for (int i = 0; i < block.rows(); i++) answers[i] = original.Original.divide(2 * block.integers()[i], by);
            };
          });
          registry.bulk("fake.lengths", BulkShape.of(ColumnKind.UTF8), (parameters, kind) -> (block, answers) -> {
            for (int i = 0; i < block.rows(); i++) answers[i] = block.text(i).length();
          });
          registry.bulk("fake.twice", BulkShape.ofInts(1, 2), (parameters, kind) -> (block, answers) -> {
            for (int i = 0; i < block.rows(); i++) {
              if (block.integers()[i] < 0) throw new IllegalStateException("negative");
              answers[2 * i] = answers[2 * i + 1] = block.integers()[i];
            }
          });
        }
      }
      """;

  private static final String ORIGINAL =
      """
      package original;
      public final class Original {
        public static String version() { return "%s"; }
        public static int divide(int a, int b) { return a / b; }
        public static void fail(String what) throws Throwable {
          switch (what) {
            case "argument" -> throw new IllegalArgumentException("caf\\u00e9 \\ud800");
            case "assertion" -> throw new AssertionError("not so");
            case "checked" -> throw new java.io.IOException("disk");
            case "wrapped" -> throw new java.lang.reflect.InvocationTargetException(
                new IllegalStateException("inside"));
            case "stack" -> fail("stack");
            case "memory" -> throw new OutOfMemoryError("fake");
            case "linkage" -> Absent.call();
            case "nested" -> throw new Special("deep");
            case "stripped" -> {
              ArithmeticException prepared = new ArithmeticException();
              prepared.setStackTrace(new StackTraceElement[0]);
              throw prepared;
            }
            default -> throw new IllegalStateException(what);
          }
        }
        static final class Special extends Exception { Special(String m) { super(m); } }
      }
      class Absent { static void call() {} }
      """;

  private FakeJars() {}

  /** A JAR of the original that says it is of that version; it lacks the class {@code original.Absent}. */
  static Path original(Path folder, String version) throws IOException {
    Map<String, String> source = Map.of("original/Original", ORIGINAL.formatted(version));
    Path classes = compile(folder.resolve("classes-" + version), source, "");
    Files.delete(classes.resolve("original/Absent.class"));
    return jar(folder.resolve("original-" + version + ".jar"), classes, Map.of());
  }

  /** A JAR of the adapter. */
  static Path adapter(Path folder, Path original) throws IOException {
    String path = System.getProperty("java.class.path") + java.io.File.pathSeparator + original;
    Path classes = compile(folder.resolve("classes-adapter"), Map.of("fake/FakeAdapter", ADAPTER), path);
    byte[] name = "fake.FakeAdapter".getBytes(StandardCharsets.UTF_8);
    return jar(folder.resolve("adapter.jar"), classes, Map.of(Line.ADAPTERS, name));
  }

  /** A JAR that lists classes as adapters, and has none. */
  static Path listing(Path folder, String... classes) throws IOException {
    byte[] names = String.join("\n", classes).getBytes(StandardCharsets.UTF_8);
    Path none = Files.createDirectories(folder.resolve("none"));
    return jar(folder.resolve("listing-" + classes.length + ".jar"), none, Map.of(Line.ADAPTERS, names));
  }

  /** Packs a folder of classes and more entries. */
  static Path jar(Path jar, Path classes, Map<String, byte[]> more) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = classes.relativize(file).toString().replace('\\', '/');
        entries.putNextEntry(new JarEntry(name));
        entries.write(Files.readAllBytes(file));
      }
      for (Map.Entry<String, byte[]> entry : more.entrySet()) {
        entries.putNextEntry(new JarEntry(entry.getKey()));
        entries.write(entry.getValue());
      }
    }
    return jar;
  }

  private static Path compile(Path classes, Map<String, String> sources, String classPath) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-d", classes.toString(), "-proc:none", "-cp", classPath));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = classes.resolveSibling(classes.getFileName() + "-src").resolve(source.getKey() + ".java");
      Files.createDirectories(file.getParent());
      Files.writeString(file, source.getValue());
      arguments.add(file.toString());
    }
    Files.createDirectories(classes);
    int failed = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
    if (failed != 0) {
      throw new IllegalStateException("the fake sources don't compile");
    }
    return classes;
  }
}

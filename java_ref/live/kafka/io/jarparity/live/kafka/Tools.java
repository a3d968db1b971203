package io.jarparity.live.kafka;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.tools.TopicCommand;
import org.apache.kafka.tools.reassign.ReassignPartitionsCommand;

/** Kafka's command-line tools, run as from a shell: arguments in, output and exit code out. */
final class Tools {
  /** A tool's main program. */
  private interface Program {
    void main(String[] arguments) throws Exception;
  }

  private static final Map<String, Program> PROGRAMS =
      Map.of("kafka-topics", TopicCommand::main, "kafka-reassign-partitions", ReassignPartitionsCommand::main);

  /** What a tool printed on both streams, and its exit code. */
  record Ran(int code, String output) {}

  /** In place of the process's end. */
  private static final class Exited extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Exited() {
      super(null, null, false, false);
    }
  }

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private Integer code;

  private Tools() {}

  static Ran run(String tool, String[] arguments) throws Exception {
    Program program = PROGRAMS.get(tool);
    if (program == null) {
      throw new IllegalArgumentException("no tool " + tool + "; there are " + PROGRAMS.keySet());
    }
    return new Tools().run(program, arguments);
  }

  private Ran run(Program program, String[] arguments) throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    PrintStream both = new PrintStream(said, true, StandardCharsets.UTF_8);
    System.setOut(both);
    System.setErr(both);
    Exit.setExitProcedure((status, message) -> {
      if (code == null) {
        code = status;
        // A tool that catches whatever is thrown also catches this, and would go on; its process would not.
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        System.setErr(System.out);
      }
      throw new Exited();
    });
    try {
      program.main(arguments);
    } catch (Exited atTheEnd) {
      // Its code is known.
    } finally {
      System.setOut(out);
      System.setErr(err);
      Exit.resetExitProcedure();
    }
    return new Ran(code == null ? 0 : code, said.toString(StandardCharsets.UTF_8));
  }
}

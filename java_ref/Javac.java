import java.util.spi.ToolProvider;

/** Runs the JDK's compiler once for each file of arguments, in one JVM; ends with the number of the first that fails. */
public final class Javac {
  private Javac() {}

  /** Takes the files' paths. */
  public static void main(String[] files) {
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    for (int i = 0; i < files.length; i++) {
      if (javac.run(System.out, System.err, "@" + files[i]) != 0) {
        System.exit(i + 1);
      }
    }
  }
}

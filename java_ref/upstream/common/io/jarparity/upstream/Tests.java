package io.jarparity.upstream;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs JUnit classes, and tells what happens, as JSON, with how often each test asked the port. */
public final class Tests {
  /** Who is told. */
  public interface Ear {
    /** Takes one event. */
    void tell(byte[] event);
  }

  private static final int TOLD = 2000;

  private Tests() {}

  /**
   * Runs classes.
   *
   * @param methods a regular expression that tests match that run, as {@code package.Class#method}
   * @param limits whether the tests' own time limits hold
   */
  public static void run(String[] classes, String methods, boolean limits, Ear ear) {
    Pattern wanted = Pattern.compile(methods);
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(Stream.of(classes).map(DiscoverySelectors::selectClass).toList())
            .filters((PostDiscoveryFilter) test -> FilterResult.includedIf(isWanted(test, wanted)))
            .configurationParameter("junit.jupiter.execution.timeout.mode", limits ? "enabled" : "disabled")
            .build();
    LauncherFactory.create().execute(request, new Follower(ear));
  }

  private static boolean isWanted(TestDescriptor test, Pattern wanted) {
    return method(test.getSource())
        .map(method -> wanted.matcher(method.getClassName() + "#" + method.getMethodName()).matches())
        .orElse(true);
  }

  private static Optional<MethodSource> method(Optional<TestSource> source) {
    return source.filter(MethodSource.class::isInstance).map(MethodSource.class::cast);
  }

  private record Since(long nanos, long calls) {}

  private static final class Follower implements TestExecutionListener {
    private final Ear ear;
    private final Map<String, Since> started = new HashMap<>();

    Follower(Ear ear) {
      this.ear = ear;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
      if (test.isTest()) {
        tell("started", test, Map.of());
      }
      started.put(test.getUniqueId(), new Since(System.nanoTime(), Python.calls()));
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
      finished(test, "SKIPPED", reason, new Since(System.nanoTime(), Python.calls()));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      Since since = started.remove(test.getUniqueId());
      // A class is told of only where it failed itself, in what its tests share.
      if (test.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
        String thrown = result.getThrowable().map(Throwable::toString).orElse(null);
        finished(test, result.getStatus().name(), thrown, since);
      }
    }

    private void finished(TestIdentifier test, String status, String message, Since since) {
      Map<String, Object> more = new LinkedHashMap<>();
      more.put("status", status);
      more.put("milliseconds", (System.nanoTime() - since.nanos) / 1_000_000);
      more.put("calls", Python.calls() - since.calls);
      more.put("message", message == null ? null : message.substring(0, Math.min(message.length(), TOLD)));
      tell("finished", test, more);
    }

    private void tell(String event, TestIdentifier test, Map<String, Object> more) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("event", event);
      all.put("class", className(test));
      all.put("method", method(test.getSource()).map(MethodSource::getMethodName).orElse(""));
      all.put("name", test.getDisplayName());
      all.putAll(more);
      ear.tell(Json.write(all));
    }

    private static String className(TestIdentifier test) {
      TestSource source = test.getSource().orElse(null);
      if (source instanceof MethodSource method) {
        return method.getClassName();
      }
      return source instanceof ClassSource type ? type.getClassName() : test.getDisplayName();
    }
  }
}

package io.jarparity.kafka;

import io.jarparity.bridge.spi.EndlessLoop;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.Cluster;

/**
 * A sticky assignor, which may go on for ever: partitions can move between members in a circle. After many times what
 * any group of that size takes it is answered with an {@link EndlessLoop}.
 */
final class TimeLimit {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /**
   * What a group may need beside its pairs, of a thread's own time: of 30,000 the slowest took 8 ms with its pairs where
   * Java compiles what it runs, and 174 ms where it only interprets.
   */
  private static final long NANOSECONDS =
      TimeUnit.MILLISECONDS.toNanos(ManagementFactory.getCompilationMXBean() == null ? 300 : 60);

  /** The same of a line's first group, which loads classes: none took 15 ms. */
  private static final long NANOSECONDS_AT_FIRST = TimeUnit.MILLISECONDS.toNanos(300);

  /**
   * What each pair of a member and a partition may need: a round asks each member about each partition. Compiled, none
   * of 25,000 groups took a tenth of it; a large group that comes before Java has compiled the assignor takes several
   * times as much.
   */
  private static final long NANOSECONDS_PER_PAIR = 200_000;

  private static final long MILLISECONDS_BETWEEN_LOOKS = 20;

  /** Runs the assignors of this line; another one takes its place when it has to be given up. */
  private static Worker worker = new Worker();

  private static boolean answered;

  private TimeLimit() {}

  /** What the assignor of that name assigns; within a limit, if it is one that may not end. */
  static Map<String, AssignmentData> assign(String name, Assignor assignor, Cluster cluster, List<Member> members) {
    return name.endsWith("sticky")
        ? answered(new FutureTask<>(() -> assignor.assign(cluster, members)), pairs(cluster, members))
        : assignor.assign(cluster, members);
  }

  private static synchronized <T> T answered(FutureTask<T> task, long pairs) {
    worker.tasks.add(task);
    long before = THREADS.getThreadCpuTime(worker.getId());
    long limit = (answered ? NANOSECONDS : NANOSECONDS_AT_FIRST) + NANOSECONDS_PER_PAIR * pairs;
    while (true) {
      try {
        T found = task.get(MILLISECONDS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
        answered = true;
        return found;
      } catch (ExecutionException failed) {
        if (failed.getCause() instanceof Error error) {
          throw error;
        }
        throw (RuntimeException) failed.getCause(); // an assignor declares no other
      } catch (InterruptedException asked) {
        worker.giveUp();
        worker = new Worker();
        throw new IllegalStateException("interrupted while an assignor ran", asked);
      } catch (TimeoutException stillAtIt) {
        if (THREADS.getThreadCpuTime(worker.getId()) - before > limit) {
          worker.giveUp();
          worker = new Worker();
          throw new EndlessLoop();
        }
      }
    }
  }

  private static long pairs(Cluster cluster, List<Member> members) {
    return members.size() * cluster.topics().stream().mapToLong(cluster::partitionCountForTopic).sum();
  }

  /** A thread for what may not end. */
  private static final class Worker extends Thread {
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

    private volatile boolean given;

    Worker() {
      super("sticky assignors");
      setDaemon(true);
      setContextClassLoader(TimeLimit.class.getClassLoader());
      start();
    }

    @Override
    public void run() {
      while (!given) {
        try {
          tasks.take().run();
        } catch (InterruptedException end) {
          return;
        }
      }
    }

    /** Nothing else ends a thread that asks for nothing; from Java 20 on it goes on until the JVM ends. */
    @SuppressWarnings({"deprecation", "removal"})
    void giveUp() {
      given = true;
      try {
        stop();
      } catch (UnsupportedOperationException newer) {
        setPriority(MIN_PRIORITY);
      }
    }
  }
}

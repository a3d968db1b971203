package io.jarparity.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Removal of a folder in which a cluster may still be writing. */
final class Folders {
  private static final int TIMES = 5;

  private Folders() {}

  /** Removes it with all that is in it, as far as that can be done. */
  static void remove(Path folder) {
    for (int time = 0; time < TIMES && Files.exists(folder); time++) {
      try {
        removeOnce(folder);
      } catch (IOException | UncheckedIOException stillWritten) {
        if (time == TIMES - 1) {
          System.err.println(folder + " stays: " + stillWritten);
        }
      }
    }
  }

  private static void removeOnce(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(folder)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.deleteIfExists(path);
    }
  }
}

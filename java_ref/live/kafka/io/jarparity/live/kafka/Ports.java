package io.jarparity.live.kafka;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Free ports on loopback, below those that systems give to outgoing connections: a stopped broker finds its own again. */
final class Ports {
  private static final int FIRST = 15_000;
  private static final int END = 32_000;

  private Ports() {}

  static List<Integer> free(int count) throws IOException {
    List<Integer> candidates = new ArrayList<>();
    for (int port = FIRST; port < END; port++) {
      candidates.add(port);
    }
    // By chance: another cluster that starts at the same moment looks elsewhere.
    Collections.shuffle(candidates, new Random());
    List<Integer> found = new ArrayList<>();
    for (int port : candidates) {
      if (found.size() == count) {
        return found;
      }
      if (isFree(port)) {
        found.add(port);
      }
    }
    throw new IOException("no " + count + " free ports between " + FIRST + " and " + END);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}

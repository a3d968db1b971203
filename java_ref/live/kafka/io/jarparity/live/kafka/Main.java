package io.jarparity.live.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Real brokers in this process, told what to do by JSON lines.
 *
 * <p>A line {@code {"do":"…",…}} is answered by {@code {"value":…}} or {@code {"error":{"kind","message"}}}. The process
 * ends, and its data with it, when its standard input ends: that is so, too, when whoever started it was killed.
 */
public final class Main {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int WAITING = 16;

  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    Path folder = Path.of(arguments[0]);
    PrintStream replies = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    // What a broker or a tool prints must not stand between the replies.
    System.setOut(System.err);
    BlockingQueue<String> requests = new ArrayBlockingQueue<>(WAITING);
    Thread reader = new Thread(() -> read(requests, folder), "requests");
    reader.setDaemon(true);
    reader.start();
    Commands commands = new Commands(new Brokers(folder));
    while (true) {
      replies.println(reply(commands, requests.take()));
    }
  }

  private static String reply(Commands commands, String line) {
    ObjectNode reply = JSON.createObjectNode();
    try {
      JsonNode request = JSON.readTree(line);
      reply.set("value", JSON.valueToTree(commands.run(request.required("do").asText(), request)));
    } catch (Exception thrown) {
      reply.removeAll();
      ObjectNode error = reply.putObject("error");
      error.put("kind", thrown.getClass().getSimpleName());
      error.put("message", thrown.getMessage());
      thrown.printStackTrace();
    }
    return reply.toString();
  }

  /** Hands lines on; at their end removes the data and ends the process, whatever it is at. */
  private static void read(BlockingQueue<String> requests, Path folder) {
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        requests.put(line);
      }
    } catch (IOException | InterruptedException broken) {
      broken.printStackTrace();
    } finally {
      Folders.remove(folder);
      // Not exit: brokers would shut down in good order, and nobody needs that.
      Runtime.getRuntime().halt(0);
    }
  }
}

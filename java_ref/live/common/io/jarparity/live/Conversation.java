package io.jarparity.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
 * A cluster in this process is told what to do by JSON lines.
 *
 * <p>A line {@code {"do":"…",…}} is answered by {@code {"value":…}} or {@code {"error":{"kind","message"}}}. The process
 * ends, and its data with it, when its standard input ends: that is so, too, when whoever started it was killed.
 */
public final class Conversation {
  /** What does it. */
  @FunctionalInterface
  public interface Commands {
    /** Does what a request says; its value, which has the form of JSON. */
    Object run(String command, JsonNode request) throws Exception;
  }

  private static final ObjectMapper JSON = JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
  private static final int WAITING = 16;

  private Conversation() {}

  /**
   * Answers until standard input ends; doesn't return.
   *
   * @param folder all that is written: removed at the end
   */
  public static void hold(Commands commands, Path folder) throws InterruptedException, JsonProcessingException {
    PrintStream replies = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.US_ASCII);
    // What a cluster or a tool prints must not stand between the replies.
    System.setOut(System.err);
    BlockingQueue<String> requests = new ArrayBlockingQueue<>(WAITING);
    Thread reader = new Thread(() -> read(requests, folder), "requests");
    reader.setDaemon(true);
    reader.start();
    while (true) {
      replies.println(JSON.writeValueAsString(reply(commands, requests.take())));
    }
  }

  private static ObjectNode reply(Commands commands, String line) {
    ObjectNode reply = JSON.createObjectNode();
    try {
      JsonNode request = JSON.readTree(line);
      reply.set("value", JSON.valueToTree(commands.run(request.required("do").asText(), request)));
    } catch (Exception | LinkageError thrown) {
      reply.removeAll();
      ObjectNode error = reply.putObject("error");
      error.put("kind", thrown.getClass().getSimpleName());
      error.put("message", thrown.getMessage());
      thrown.printStackTrace();
    }
    return reply;
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
      // Not exit: clusters would shut down in good order, and nobody needs that.
      Runtime.getRuntime().halt(0);
    }
  }
}

package io.jarparity.spark;

import io.jarparity.bridge.Bridge;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/**
 * One placement of a line, asked for a whole block: a packed column is answered by packed integers; keys of other types,
 * a line of JSON each, by a JSON array of answers.
 *
 * @param parameters a JSON object: what all keys share
 * @param field the field of the operation's input that is the key
 */
record BlockPlacement(ShippedLine line, String operation, String parameters, String field) implements Serializable {
  /** From the five texts that the driver sent. */
  static BlockPlacement of(String[] texts) {
    return new BlockPlacement(new ShippedLine(texts[0], texts[1]), texts[2], texts[3], texts[4]);
  }

  byte[] answers(String type, int rows, byte[] keys) {
    String kind = KeyBuffer.kind(type);
    if (kind != null) {
      return Bridge.bulk(
          line.open(), operation, "{\"kind\":\"" + kind + "\",\"width\":1,\"rows\":" + rows + shared(), keys);
    }
    StringBuilder inputs = new StringBuilder("[");
    new String(keys, StandardCharsets.US_ASCII)
        .lines()
        .forEach(key -> inputs.append("{\"").append(field).append("\":").append(key).append(shared()).append(','));
    inputs.setCharAt(inputs.length() - 1, ']');
    String answers = rows == 0 ? "[]" : Bridge.answers(line.open(), operation, inputs.toString());
    return answers.getBytes(StandardCharsets.US_ASCII);
  }

  /** The end of an object that begins with what is a key's own. */
  private String shared() {
    String fields = parameters.substring(1);
    return fields.equals("}") ? fields : "," + fields;
  }
}

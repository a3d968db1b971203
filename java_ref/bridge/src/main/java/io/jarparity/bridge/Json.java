package io.jarparity.bridge;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON text and plain Java values: null, Boolean, Number, String, List and Map.
 *
 * <p>Written JSON is ASCII, so that lone surrogates survive every encoding on the way.
 */
public final class Json {
  // A whole batch may be one text, and a key may be one long string: the parser's caution against strangers is off.
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private Json() {}

  /** A reader of the elements of an array, one after another. */
  static final class Elements implements AutoCloseable {
    private final String what;
    private final JsonParser parser;

    /** Starts to read an array; {@code what} names it in messages. */
    Elements(String what, String json) {
      this.what = what;
      try {
        parser = FACTORY.createParser(json);
        if (parser.nextToken() != JsonToken.START_ARRAY) {
          throw new BridgeException(what + " must be a JSON array");
        }
      } catch (IOException damaged) {
        throw unreadable(what, damaged);
      }
    }

    /** Whether there is another element; false at the end of the text. */
    boolean advance() {
      try {
        if (parser.nextToken() != JsonToken.END_ARRAY) {
          return true;
        }
        if (parser.nextToken() != null) {
          throw new BridgeException(what + " goes on after the JSON array");
        }
        return false;
      } catch (IOException damaged) {
        throw unreadable(what, damaged);
      }
    }

    /** The element. */
    Object element() {
      try {
        return value(parser);
      } catch (IOException damaged) {
        throw unreadable(what, damaged);
      }
    }

    @Override
    public void close() {
      try {
        parser.close();
      } catch (IOException impossible) {
        throw unreadable(what, impossible); // a parser of a string has nothing to close
      }
    }
  }

  /** A writer of an array of answers. */
  static final class Answers {
    private final StringWriter text = new StringWriter();
    private final JsonGenerator generator;

    Answers() {
      try {
        generator = FACTORY.createGenerator(text);
        generator.writeStartArray();
      } catch (IOException impossible) {
        throw unwritable(impossible);
      }
    }

    void add(Reply reply) {
      if (reply instanceof Reply.Thrown thrown) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("kind", thrown.exception().getClass().getSimpleName());
        error.put("message", thrown.exception().getMessage());
        write("error", error);
      } else if (reply instanceof Reply.Value value) {
        write("value", value.value());
      }
    }

    String end() {
      try {
        generator.writeEndArray();
        generator.close();
      } catch (IOException impossible) {
        throw unwritable(impossible);
      }
      return text.toString();
    }

    private void write(String field, Object value) {
      try {
        generator.writeStartObject();
        generator.writeFieldName(field);
        put(generator, value);
        generator.writeEndObject();
      } catch (IOException impossible) {
        throw unwritable(impossible);
      }
    }
  }

  /** Reads one JSON value; {@code what} names it in messages. */
  public static Object read(String what, String json) {
    try (Elements all = new Elements(what, "[" + json + "]")) {
      if (!all.advance()) {
        throw new BridgeException(what + " is empty");
      }
      Object value = all.element();
      if (all.advance()) {
        throw new BridgeException(what + " goes on after the JSON value");
      }
      return value;
    }
  }

  /** Writes one value. */
  public static String write(Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      put(generator, value);
    } catch (IOException impossible) {
      throw unwritable(impossible);
    }
    return text.toString();
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NULL -> null;
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case START_ARRAY -> {
        List<Object> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.add(value(parser));
        }
        yield items;
      }
      case START_OBJECT -> {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          fields.put(name, value(parser));
        }
        yield fields;
      }
      default -> throw new IOException("unexpected " + parser.currentToken());
    };
  }

  private static void put(JsonGenerator generator, Object value) throws IOException {
    if (value == null) {
      generator.writeNull();
    } else if (value instanceof Boolean b) {
      generator.writeBoolean(b);
    } else if (value instanceof Integer i) {
      generator.writeNumber(i);
    } else if (value instanceof String s) {
      generator.writeString(s);
    } else if (value instanceof List<?> list) {
      generator.writeStartArray();
      for (Object item : list) {
        put(generator, item);
      }
      generator.writeEndArray();
    } else if (value instanceof Map<?, ?> map) {
      generator.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        generator.writeFieldName((String) entry.getKey());
        put(generator, entry.getValue());
      }
      generator.writeEndObject();
    } else {
      throw new BridgeException(
          "an adapter answered with a " + value.getClass().getName() + ", which has no JSON form");
    }
  }

  private static BridgeException unreadable(String what, IOException cause) {
    String why =
        cause instanceof JsonProcessingException at
            ? at.getOriginalMessage() + ", at character " + at.getLocation().getCharOffset()
            : cause.getMessage();
    return new BridgeException(what + " can't be read as JSON: " + why, cause);
  }

  private static BridgeException unwritable(IOException cause) {
    return new BridgeException("the answer can't be written as JSON: " + cause.getMessage(), cause);
  }
}

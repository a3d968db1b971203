package io.jarparity.iceberg;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.UUID;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Iceberg's bucket transform: reads a value, then calls the original. */
final class Buckets {
  private Buckets() {}

  /** Called by the bridge once for each release. */
  static void register(Registry registry) {
    registry.operation("iceberg.bucket", in -> {
      int buckets = in.field("buckets").int32();
      Value value = value(in.field("type").text(), in.field("value"));
      return () -> Transforms.<Object>bucket(buckets).bind(value.type()).apply(value.object());
    });
  }

  private record Value(Type type, Object object) {}

  private static Value value(String type, Input in) {
    String text = in.text();
    return switch (type) {
      case "int" -> new Value(Types.IntegerType.get(), Integer.valueOf(text));
      case "long" -> new Value(Types.LongType.get(), Long.valueOf(text));
      case "string" -> new Value(Types.StringType.get(), text);
      case "uuid" -> new Value(Types.UUIDType.get(), UUID.fromString(text));
      case "binary" -> new Value(Types.BinaryType.get(), ByteBuffer.wrap(HexFormat.of().parseHex(text)));
      case "decimal" -> {
        BigDecimal number = new BigDecimal(text);
        yield new Value(Types.DecimalType.of(38, number.scale()), number);
      }
      default -> throw in.expected("a value of one of the types");
    };
  }
}

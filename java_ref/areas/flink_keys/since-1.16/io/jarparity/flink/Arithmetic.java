package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import org.apache.flink.util.MathUtils;

/** What {@link MathUtils} has beside hashing and rounding up. */
final class Arithmetic {
  private Arithmetic() {}

  static void register(Registry registry) {
    registry.operation("flink.math.arithmetic", in -> {
      Input function = in.field("function");
      Input value = in.field("value");
      return switch (function.text()) {
        case "checkedDownCast", "isPowerOf2", "longToIntWithBitMixing", "flipSignBit" ->
            ofLong(function.text(), value.int64());
        case "divideRoundUp" -> quotient(value.int32(), in.field("divisor").int32());
        default -> ofInt(function, value.int32());
      };
    });
  }

  private static Operation.Call quotient(int dividend, int divisor) {
    return () -> MathUtils.divideRoundUp(dividend, divisor);
  }

  private static Operation.Call ofLong(String function, long value) {
    return switch (function) {
      case "checkedDownCast" -> () -> MathUtils.checkedDownCast(value);
      case "isPowerOf2" -> () -> MathUtils.isPowerOf2(value);
      case "longToIntWithBitMixing" -> () -> MathUtils.longToIntWithBitMixing(value);
      default -> () -> Long.toString(MathUtils.flipSignBit(value));
    };
  }

  private static Operation.Call ofInt(Input function, int value) {
    return switch (function.text()) {
      case "log2floor" -> () -> MathUtils.log2floor(value);
      case "log2strict" -> () -> MathUtils.log2strict(value);
      case "roundDownToPowerOf2" -> () -> MathUtils.roundDownToPowerOf2(value);
      case "jenkinsHash" -> () -> MathUtils.jenkinsHash(value);
      default -> throw function.expected(
          "log2floor, log2strict, roundDownToPowerOf2, jenkinsHash, checkedDownCast, isPowerOf2, "
              + "longToIntWithBitMixing, flipSignBit or divideRoundUp");
    };
  }
}

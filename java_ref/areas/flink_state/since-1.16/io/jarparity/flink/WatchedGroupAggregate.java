package io.jarparity.flink;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.operators.aggregate.GroupAggFunction;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.Row;
import org.apache.flink.util.Collector;

/** The real {@link GroupAggFunction}; what it emits is put down at once, as it emits one row again and again. */
final class WatchedGroupAggregate extends GroupAggFunction {
  private static final long serialVersionUID = 1;
  private static final long KEPT_FOR_EVER = 0;

  /** The field of an element that is its key, a row of its own; {@link #VALUE} is what is summed. */
  static final int KEY = 0;

  static final int VALUE = 1;

  private final int keyFields;

  WatchedGroupAggregate(int keyFields, boolean updateBefore) {
    super(
        CountAndSum.ofField(VALUE),
        CountAndSum.equaliser(),
        new LogicalType[] {new BigIntType(), new BigIntType()},
        CountAndSum.COUNT,
        updateBefore,
        KEPT_FOR_EVER);
    this.keyFields = keyFields;
  }

  @Override
  @SuppressWarnings("unchecked") // the operator behind passes on whatever comes
  public void processElement(RowData element, Context context, Collector<RowData> out) throws Exception {
    Collector<Object> any = (Collector<Object>) (Collector<?>) out;
    String seen = KeyDocuments.bytes((BinaryRowData) context.getCurrentKey());
    super.processElement(element, context, new Collector<>() {
      @Override
      public void collect(RowData row) {
        // The key's fields come first, then the result's.
        any.collect(Row.of(row.getRowKind().shortString(), seen, Long.toString(row.getLong(keyFields))));
      }

      @Override
      public void close() {
        out.close();
      }
    });
  }
}

package io.jarparity.flink;

import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.dataview.StateDataViewStore;
import org.apache.flink.table.runtime.generated.AggsHandleFunction;
import org.apache.flink.table.runtime.generated.GeneratedAggsHandleFunction;
import org.apache.flink.table.runtime.generated.GeneratedRecordEqualiser;
import org.apache.flink.table.runtime.generated.RecordEqualiser;

/**
 * {@code SELECT SUM(v) … GROUP BY k} as the planner's generated code has it: the accumulator is a row of {@code COUNT(*)}
 * and the sum, the result a row of the sum. This is what a job brings along; all decisions are {@code GroupAggFunction}'s.
 */
final class CountAndSum implements AggsHandleFunction {
  /** Where the record counter finds {@code COUNT(*)}. */
  static final int COUNT = 0;

  static final int SUM = 1;

  private static final long serialVersionUID = 1;

  private final int value;
  private long count;
  private long sum;

  private CountAndSum(int value) {
    this.value = value;
  }

  /** In place of generated code: sums the field at this position. */
  static GeneratedAggsHandleFunction ofField(int value) {
    return new GeneratedAggsHandleFunction("CountAndSum", "", new Object[0]) {
      @Override
      public AggsHandleFunction newInstance(ClassLoader loader) {
        return new CountAndSum(value);
      }
    };
  }

  /** In place of generated code: results are equal where their sums are. */
  static GeneratedRecordEqualiser equaliser() {
    return new GeneratedRecordEqualiser("EqualSums", "", new Object[0]) {
      @Override
      public RecordEqualiser newInstance(ClassLoader loader) {
        return (a, b) -> a.getLong(0) == b.getLong(0);
      }
    };
  }

  @Override
  public void accumulate(RowData input) {
    count++;
    sum += input.getLong(value);
  }

  @Override
  public void retract(RowData input) {
    count--;
    sum -= input.getLong(value);
  }

  @Override
  public RowData createAccumulators() {
    return GenericRowData.of(0L, 0L);
  }

  @Override
  public void setAccumulators(RowData accumulators) {
    count = accumulators.getLong(COUNT);
    sum = accumulators.getLong(SUM);
  }

  @Override
  public RowData getAccumulators() {
    return GenericRowData.of(count, sum);
  }

  @Override
  public RowData getValue() {
    return GenericRowData.of(sum);
  }

  @Override
  public void resetAccumulators() {
    count = 0;
    sum = 0;
  }

  @Override
  public void merge(RowData accumulators) {
    throw new UnsupportedOperationException("nothing is merged here");
  }

  @Override
  public void open(StateDataViewStore store) {}

  @Override
  public void setWindowSize(int size) {}

  @Override
  public void cleanup() {}

  @Override
  public void close() {}
}

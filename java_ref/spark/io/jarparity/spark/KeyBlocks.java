package io.jarparity.spark;

import io.jarparity.bridge.BridgeException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Keys by the ten thousand, each block with the originals' answers. So they cross to Python as a few large buffers: row by
 * row, Spark's conversion to Arrow would cost more than port and original together.
 */
public final class KeyBlocks implements FlatMapFunction<Iterator<InternalRow>, Row> {
  private static final long serialVersionUID = 1;

  /** A row: how many keys, how many nulls were left out of them, the keys, and the answers of each placement. */
  private static final StructType SCHEMA =
      new StructType()
          .add("rows", DataTypes.IntegerType, false)
          .add("nulls", DataTypes.IntegerType, false)
          .add("keys", DataTypes.BinaryType, false)
          .add("answers", DataTypes.createArrayType(DataTypes.BinaryType, false), false);

  private final String type;
  private final int most;
  private final List<BlockPlacement> placements;
  private DataType column;

  /**
   * Opens nothing yet: this is made on the driver.
   *
   * @param type the keys' type, see {@link SqlKey}
   * @param most the most keys of a block
   * @param placements for each the name and sums of {@link ShippedLine}, the operation, its parameters as JSON, and the
   *     field of its input that is the key
   */
  public KeyBlocks(String type, int most, String[][] placements) {
    this.type = type;
    this.most = most;
    this.placements = Arrays.stream(placements).map(BlockPlacement::of).toList();
  }

  /**
   * The blocks of a data set's keys.
   *
   * @param keys one column, of the type of Spark that stands for the keys' type
   */
  public Dataset<Row> of(Dataset<Row> keys) {
    column = keys.schema().apply(0).dataType();
    // Rows as Spark keeps them: an object a key would cost half of what all else does.
    JavaRDD<InternalRow> rows = keys.queryExecution().toRdd().toJavaRDD();
    return keys.sparkSession().createDataFrame(rows.mapPartitions(this), SCHEMA);
  }

  @Override
  public Iterator<Row> call(Iterator<InternalRow> rows) {
    KeyBuffer buffer = KeyBuffer.of(type, column, most);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Row next() {
        if (!rows.hasNext()) {
          throw new NoSuchElementException();
        }
        return block(rows, buffer);
      }
    };
  }

  private Row block(Iterator<InternalRow> rows, KeyBuffer buffer) {
    int nulls = 0;
    while (rows.hasNext() && !buffer.isFull()) {
      InternalRow row = rows.next();
      if (row.isNullAt(0)) {
        nulls++;
      } else {
        buffer.add(row);
      }
    }
    int count = buffer.rows();
    byte[] keys = buffer.take();
    try {
      byte[][] answers = new byte[placements.size()][];
      for (int i = 0; i < answers.length; i++) {
        answers[i] = placements.get(i).answers(type, count, keys);
      }
      return RowFactory.create(count, nulls, keys, answers);
    } catch (BridgeException failed) {
      throw Faults.readable(failed);
    }
  }
}

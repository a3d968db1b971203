import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.utils.internals.BufferSupplier;

/**
 * A record with a header whose key has half of a surrogate pair says that it is longer than it is. If it is compressed,
 * the check with which a broker looks over what is produced accepts it, and no consumer can read it or what follows it.
 *
 * <p>java -cp kafka-clients-4.4.0.jar:slf4j-api-1.7.36.jar:slf4j-nop-1.7.36.jar Repro.java
 *
 * <p>Ends with 3 where a record that was written can't be read, else with 0.
 */
public class Repro {
  private static final String KEY = "a\ud800b";
  private static final int RECORDS = 3;

  public static void main(String[] args) {
    boolean faulty = asked("not compressed", Compression.NONE);
    faulty |= asked("gzip", Compression.gzip().build());
    System.exit(faulty ? 3 : 0);
  }

  private static boolean asked(String name, Compression compression) {
    MemoryRecords written = MemoryRecords.withRecords(
        compression, record("k0"), record("k1", new RecordHeader(KEY, new byte[] {1})), record("k2"));
    MutableRecordBatch batch = written.batches().iterator().next();
    // As LogValidator has them.
    read(
        name + ", the broker's check",
        batch.isCompressed() ? batch.skipKeyValueIterator(BufferSupplier.create()) : batch.iterator());
    return read(name + ", a consumer", batch.streamingIterator(BufferSupplier.create())) < RECORDS;
  }

  private static int read(String who, Iterator<Record> records) {
    int read = 0;
    try {
      for (; records.hasNext(); read++) {
        records.next();
      }
      System.out.println(who + ": " + read + " records");
    } catch (RuntimeException refused) {
      System.out.println(who + ": " + read + " records, then " + refused);
    }
    return read;
  }

  private static SimpleRecord record(String key, Header... headers) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    return new SimpleRecord(0, bytes, bytes, headers);
  }
}

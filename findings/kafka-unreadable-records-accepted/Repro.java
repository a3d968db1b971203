import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.zip.CRC32C;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.utils.internals.BufferSupplier;

/**
 * A compressed batch of three records, of which the second says that it is longer, or shorter, than it is. The check
 * with which a broker looks over what is produced doesn't ask how long a record says it is: it accepts the batch, and
 * no consumer can read that record or what follows it.
 *
 * <p>java -cp kafka-clients-4.4.0.jar:slf4j-api-1.7.36.jar:slf4j-nop-1.7.36.jar Repro.java
 *
 * <p>Ends with 3 where the check accepts what can't be read, else with 0.
 */
public class Repro {
  private static final int RECORDS = 3;

  public static void main(String[] args) throws IOException {
    boolean faulty = false;
    for (int more : new int[] {0, 1, -1, 1000}) {
      MutableRecordBatch batch = MemoryRecords.readableRecords(batch(more)).batches().iterator().next();
      batch.ensureValid();
      String name = more + " more than it has";
      // As LogValidator has them.
      int accepted = read(name + ", the broker's check", batch.skipKeyValueIterator(BufferSupplier.create()));
      faulty |= read(name + ", a consumer", batch.streamingIterator(BufferSupplier.create())) < accepted;
    }
    System.exit(faulty ? 3 : 0);
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

  /** The second record says that it has so many bytes more than it has. */
  private static ByteBuffer batch(int more) throws IOException {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try (DataOutputStream records = new DataOutputStream(new GZIPOutputStream(written))) {
      for (int number = 0; number < RECORDS; number++) {
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        ByteBuffer key = ByteBuffer.wrap(new byte[] {'k', (byte) ('0' + number)});
        int size = DefaultRecord.writeTo(new DataOutputStream(record), number, 0, key, key.duplicate(), new Header[0]);
        int said = size - 1 + (number == 1 ? more : 0);
        for (int rest = said << 1; ; rest >>>= 7) {
          records.writeByte(rest > 0x7f ? rest & 0x7f | 0x80 : rest);
          if (rest <= 0x7f) {
            break;
          }
        }
        records.write(record.toByteArray(), 1, size - 1);
      }
    }
    byte[] compressed = written.toByteArray();
    ByteBuffer buffer = ByteBuffer.allocate(61 + compressed.length);
    buffer.putLong(0).putInt(49 + compressed.length).putInt(-1).put((byte) 2).putInt(0);
    buffer.putShort((short) 1).putInt(RECORDS - 1).putLong(0).putLong(0);
    buffer.putLong(-1).putShort((short) -1).putInt(-1).putInt(RECORDS).put(compressed);
    CRC32C checksum = new CRC32C();
    checksum.update(buffer.array(), 21, buffer.capacity() - 21);
    return buffer.putInt(17, (int) checksum.getValue()).flip();
  }
}

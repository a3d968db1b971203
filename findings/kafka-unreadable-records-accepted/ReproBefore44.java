import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.common.header.Header;

/**
 * Repro.java for kafka-clients before 4.4, which had the same classes in other packages: so all is called by name.
 * Before 2.4 brokers read compressed records whole.
 *
 * <p>java -cp kafka-clients-3.9.2.jar:slf4j-api-1.7.36.jar:slf4j-nop-1.7.36.jar ReproBefore44.java
 *
 * <p>Ends with 3 where the check accepts what can't be read, else with 0.
 */
public class ReproBefore44 {
  private static final int RECORDS = 3;

  public static void main(String[] args) throws IOException, ReflectiveOperationException {
    Class<?> type = named("record.internal.MutableRecordBatch", "record.MutableRecordBatch");
    String check = Stream.of(type.getMethods()).anyMatch(each -> each.getName().equals("skipKeyValueIterator"))
        ? "skipKeyValueIterator" : "streamingIterator";
    boolean faulty = false;
    for (int more : new int[] {0, 1, -1, 1000}) {
      Object batch = first(batch(more));
      String name = more + " more than it has";
      // As LogValidator has them.
      int accepted = read(name + ", the broker's check", records(batch, check));
      faulty |= read(name + ", a consumer", records(batch, "streamingIterator")) < accepted;
    }
    System.exit(faulty ? 3 : 0);
  }

  private static int read(String who, Iterator<?> records) {
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

  private static Object first(ByteBuffer batches) throws ReflectiveOperationException {
    Class<?> type = named("record.internal.MemoryRecords", "record.MemoryRecords");
    Object records = type.getMethod("readableRecords", ByteBuffer.class).invoke(null, batches);
    return ((Iterable<?>) type.getMethod("batches").invoke(records)).iterator().next();
  }

  private static Iterator<?> records(Object batch, String method) throws ReflectiveOperationException {
    Class<?> type = named("record.internal.MutableRecordBatch", "record.MutableRecordBatch");
    Class<?> supplier = named("utils.BufferSupplier", "record.BufferSupplier");
    return (Iterator<?>) type.getMethod(method, supplier).invoke(batch, supplier.getMethod("create").invoke(null));
  }

  private static Class<?> named(String name, String otherwise) throws ClassNotFoundException {
    try {
      return Class.forName("org.apache.kafka.common." + name);
    } catch (ClassNotFoundException elsewhere) {
      return Class.forName("org.apache.kafka.common." + otherwise);
    }
  }

  /** The second record says that it has so many bytes more than it has. */
  private static ByteBuffer batch(int more) throws IOException, ReflectiveOperationException {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try (DataOutputStream records = new DataOutputStream(new GZIPOutputStream(written))) {
      for (int number = 0; number < RECORDS; number++) {
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        ByteBuffer key = ByteBuffer.wrap(new byte[] {'k', (byte) ('0' + number)});
        int size = (int) named("record.internal.DefaultRecord", "record.DefaultRecord")
            .getMethod("writeTo", DataOutputStream.class, int.class, long.class, ByteBuffer.class, ByteBuffer.class,
                Header[].class)
            .invoke(null, new DataOutputStream(record), number, 0L, key, key.duplicate(), new Header[0]);
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

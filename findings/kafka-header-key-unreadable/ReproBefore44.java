import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Repro.java for kafka-clients before 4.4: the same classes were in other packages, compressions were an enum before
 * 3.8, and brokers read compressed records whole before 2.4. So all is called by name.
 *
 * <p>java -cp kafka-clients-3.9.2.jar:slf4j-api-1.7.36.jar:slf4j-nop-1.7.36.jar ReproBefore44.java
 *
 * <p>Ends with 3 where a record that was written can't be read, else with 0.
 */
public class ReproBefore44 {
  private static final String KEY = "a\ud800b";
  private static final int RECORDS = 3;

  public static void main(String[] args) throws ReflectiveOperationException {
    boolean faulty = asked("not compressed", "NONE");
    faulty |= asked("gzip", "GZIP");
    System.exit(faulty ? 3 : 0);
  }

  private static boolean asked(String name, String compression) throws ReflectiveOperationException {
    Object batch = written(compression);
    // As LogValidator has them.
    String check = compression.equals("NONE") ? "iterator" : "skipKeyValueIterator";
    read(name + ", the broker's check", records(batch, has(check) ? check : "streamingIterator"));
    return read(name + ", a consumer", records(batch, "streamingIterator")) < RECORDS;
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

  private static boolean has(String method) throws ClassNotFoundException {
    return Stream.of(batches().getMethods()).anyMatch(each -> each.getName().equals(method));
  }

  private static Class<?> batches() throws ClassNotFoundException {
    return named("record.internal.MutableRecordBatch", "record.MutableRecordBatch");
  }

  private static Iterator<?> records(Object batch, String method) throws ReflectiveOperationException {
    if (method.equals("iterator")) {
      return ((Iterable<?>) batch).iterator();
    }
    Class<?> supplier = named("utils.BufferSupplier", "record.BufferSupplier");
    Object buffers = supplier.getMethod("create").invoke(null);
    return (Iterator<?>) batches().getMethod(method, supplier).invoke(batch, buffers);
  }

  private static Object written(String compression) throws ReflectiveOperationException {
    Class<?> records = named("record.internal.MemoryRecords", "record.MemoryRecords");
    Class<?> one = named("record.internal.SimpleRecord", "record.SimpleRecord");
    Class<?> kinds = named("record.internal.CompressionType", "record.CompressionType");
    Object kind = kinds.getField(compression).get(null);
    Class<?> type = named("compress.Compression", kinds.getName().substring("org.apache.kafka.common.".length()));
    if (type != kinds) {
      Object builder = type.getMethod("of", kinds).invoke(null, kind);
      kind = named("compress.Compression$Builder").getMethod("build").invoke(builder);
    }
    Object all = Array.newInstance(one, RECORDS);
    for (int number = 0; number < RECORDS; number++) {
      byte[] bytes = ("k" + number).getBytes(StandardCharsets.UTF_8);
      Header[] headers = number == 1 ? new Header[] {new RecordHeader(KEY, new byte[] {1})} : new Header[0];
      Array.set(all, number, one.getConstructor(long.class, byte[].class, byte[].class, Header[].class)
          .newInstance(0L, bytes, bytes, headers));
    }
    Object made = records.getMethod("withRecords", type, all.getClass()).invoke(null, kind, all);
    return ((Iterable<?>) records.getMethod("batches").invoke(made)).iterator().next();
  }

  private static Class<?> named(String... names) throws ClassNotFoundException {
    ClassNotFoundException missing = null;
    for (String name : names) {
      try {
        return Class.forName("org.apache.kafka.common." + name);
      } catch (ClassNotFoundException elsewhere) {
        missing = elsewhere;
      }
    }
    throw missing;
  }
}

import java.sql.Timestamp;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.SqlTimestampSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.typeutils.runtime.TupleSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * SqlTimestampSerializer writes twelve bytes for null, a long and an int, and reads eight of them: whatever is read
 * next begins four bytes too early. A tuple of a timestamp and an int is written, and read.
 *
 * <p>java -cp 'flink-core-2.3.0.jar:…' Repro.java, with all that it depends on
 *
 * <p>Ends with 3 where what was written isn't what is read, else with 0.
 */
public class Repro {
    public static void main(String[] args) throws Exception {
        boolean faulty = differs("a timestamp and 42", Tuple2.of(new Timestamp(1_500), 42));
        faulty |= differs("null and 42", Tuple2.of(null, 42));
        System.exit(faulty ? 3 : 0);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static boolean differs(String what, Tuple2<Timestamp, Integer> written) throws Exception {
        TypeSerializer<Tuple2<Timestamp, Integer>> serializer = new TupleSerializer(
            Tuple2.class, new TypeSerializer[] {SqlTimestampSerializer.INSTANCE, IntSerializer.INSTANCE});
        DataOutputSerializer out = new DataOutputSerializer(32);
        serializer.serialize(written, out);
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        Tuple2<Timestamp, Integer> read = serializer.deserialize(in);
        String timestamp = read.f0 == null ? "null" : "a timestamp";
        System.out.println(what + ": read " + timestamp + " and " + read.f1 + ", " + in.available() + " bytes left");
        return !read.equals(written);
    }
}

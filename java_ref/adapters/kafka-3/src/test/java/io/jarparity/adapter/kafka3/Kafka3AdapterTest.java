package io.jarparity.adapter.kafka3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.jarparity.bridge.Columns;
import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.ColumnKind;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Kafka3AdapterTest {
  private final Registrations registered = new Registrations();

  @BeforeEach
  void register() {
    new Kafka3Adapter().register(registered);
  }

  private Object answer(String operation, Map<String, Object> input) throws Throwable {
    return registered.operations().get(operation).read(Input.root(operation, input)).answer();
  }

  private int[] bulk(String operation, Map<String, Object> parameters) throws Throwable {
    byte[] texts = {'2', '1', 'f', 'o', 'o', 'b', 'a', 'r'};
    ByteBuffer data = ByteBuffer.allocate(16 + texts.length).order(ByteOrder.LITTLE_ENDIAN);
    data.putInt(0).putInt(2).putInt(8).putInt(8).put(texts).rewind();
    Columns column = new Columns(operation, ColumnKind.UTF8, 3, 1, data);
    column.moveTo(0, 3);
    int[] answers = new int[3];
    Registrations.Bulk bulk = registered.bulks().get(operation);
    bulk.operation().read(Input.root(operation, parameters), ColumnKind.UTF8).answer(column, answers);
    return answers;
  }

  @ParameterizedTest
  @CsvSource({"kafka-clients,2.0.1,true", "kafka-clients,3.2.3,true", "kafka-clients,3.3.2,false",
    "kafka-clients,4.4.0,false", "kafka-clients,3.10.0,false"})
  void sharesTheReleasesWithTheOtherAdapter(String family, String version, boolean old) {
    assertEquals(!old, new Kafka3Adapter().serves(family, version));
    assertEquals(false, new Kafka3Adapter().serves("flink", version));
  }

  @Test
  void serializesNumbersAsTheProducerDoes() throws Throwable {
    ByteBuffer data = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, -2);
    Columns column = new Columns("murmur2", ColumnKind.LONG, 1, 1, data);
    column.moveTo(0, 1);
    int[] answers = new int[1];
    Registrations.Bulk bulk = registered.bulks().get("kafka.partitioner.murmur2");
    bulk.operation().read(Input.root("murmur2", Map.of()), ColumnKind.LONG).answer(column, answers);
    assertEquals(answer("kafka.partitioner.murmur2", Map.of("bytes", "fffffffffffffffe")), answers[0]);
  }

  // Kafka's own published vectors of murmur2.
  @ParameterizedTest
  @CsvSource({"3231,-973932308", "666f6f626172,-790332482",
    "612d6c6974746c652d6269742d6c6f6e672d737472696e67,-985981536",
    "612d6c6974746c652d6269742d6c6f6e6765722d737472696e67,-1486304829"})
  void hashesAsKafkaDoes(String bytes, int hash) throws Throwable {
    assertEquals(hash, answer("kafka.partitioner.murmur2", Map.of("bytes", bytes)));
    assertEquals((hash & 0x7fffffff) % 50,
        answer("kafka.partitioner.partition-for-key", Map.of("bytes", bytes, "partitions", 50)));
  }

  @Test
  void answersColumns() throws Throwable {
    assertArrayEquals(new int[] {-973932308, -790332482, 275646681}, bulk("kafka.partitioner.murmur2", Map.of()));
    for (int partitions : new int[] {1, 7, 1000}) {
      int[] each = {
        (-973932308 & 0x7fffffff) % partitions, (-790332482 & 0x7fffffff) % partitions, 275646681 % partitions
      };
      assertArrayEquals(each, bulk("kafka.partitioner.partition-for-key", Map.of("partitions", partitions)));
    }
  }

  @Test
  void dividesByZeroPartitions() {
    ArithmeticException thrown =
        assertThrows(ArithmeticException.class,
            () -> answer("kafka.partitioner.partition-for-key", Map.of("bytes", "00", "partitions", 0)));
    assertEquals("/ by zero", thrown.getMessage());
  }

  @Test
  void refusesWhatItCannotAsk() {
    assertThrows(InputException.class, () -> answer("kafka.partitioner.murmur2", Map.of("bytes", "0")));
    assertThrows(InputException.class,
        () -> answer("kafka.partitioner.partition-for-key", Map.of("bytes", "00", "partitions", 2147483648L)));
  }

  @Test
  void weighsPartitionsByTheirQueues() throws Throwable {
    Map<String, Object> queues =
        Map.of("queueSizes", List.of(0, 3, 1), "partitions", List.of(2, 0, 1), "length", 3);
    assertEquals(
        Map.of("table", List.of(4, 5, 8), "partitions", List.of(2, 0, 1), "length", 3),
        answer("kafka.partitioner.load-table", queues));
    Map<String, Object> equal = Map.of("queueSizes", List.of(2, 2), "partitions", List.of(0, 1), "length", 2);
    assertEquals(null, answer("kafka.partitioner.load-table", equal));
    Map<String, Object> racks = new HashMap<>(queues);
    racks.put("rack", "r");
    assertThrows(InputException.class, () -> answer("kafka.partitioner.load-table", racks));
  }
}

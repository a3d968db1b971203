package io.jarparity.live.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Records that say no more than which partition they are in: whoever reads one reads the partition. */
final class Partitions {
  private Partitions() {}

  /** Writes a record into each of the partitions; a partition is {@code ["topic",0]}. */
  static void write(String bootstrap, JsonNode partitions) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap);
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (JsonNode partition : partitions) {
        String topic = partition.get(0).asText();
        sent.add(producer.send(new ProducerRecord<>(topic, partition.get(1).asInt(), null, new byte[0])));
      }
    }
    for (Future<RecordMetadata> one : sent) {
      one.get();
    }
  }

  /** Gives, for each record, the partition that it was read from. */
  static final class Named implements KafkaRecordDeserializationSchema<String> {
    private static final long serialVersionUID = 1;

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<String> out) {
      // Names of topics need no escapes.
      out.collect("{\"op\":\"record\",\"id\":[\"%s\",%d]}".formatted(record.topic(), record.partition()));
    }

    @Override
    public TypeInformation<String> getProducedType() {
      return Types.STRING;
    }
  }
}

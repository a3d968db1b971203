package io.jarparity.kafka.batch;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Batches of records as bytes: what producers write, and what consumers read. */
final class BatchBytes {
  private static final HexFormat HEX = HexFormat.of();

  private BatchBytes() {}

  static void register(Registry registry) {
    registry.operation("kafka.batch.bytes", BatchBytes::call);
  }

  private static Operation.Call call(Input in) {
    return in.field("direction").text().equals("encode") ? encode(in) : decode(in);
  }

  private static Operation.Call encode(Input in) {
    BatchHead head = BatchHead.read(in);
    List<AppendedRecord> records = in.field("records").items().stream().map(AppendedRecord::read).toList();
    return () -> {
      var builder = RecordFormat.builder(ByteBuffer.allocate(256), head);
      for (AppendedRecord record : records) {
        builder.append(RecordFormat.appended(record));
      }
      return hex(builder.build().buffer());
    };
  }

  private static Operation.Call decode(Input in) {
    byte[] bytes = in.field("bytes").hex();
    return () -> {
      List<Object> batches = new ArrayList<>();
      for (var batch : RecordFormat.batches(ByteBuffer.wrap(bytes))) {
        batch.ensureValid();
        Map<String, Object> read = new LinkedHashMap<>();
        read.put("magic", (int) batch.magic());
        read.put("baseOffset", String.valueOf(batch.baseOffset()));
        read.put("lastOffset", String.valueOf(batch.lastOffset()));
        read.put("size", batch.sizeInBytes());
        read.put("checksum", HEX.toHexDigits((int) batch.checksum()));
        read.put("compression", batch.compressionType().name);
        read.put("timestampType", batch.timestampType().name);
        read.put("maxTimestamp", String.valueOf(batch.maxTimestamp()));
        read.put("producerId", String.valueOf(batch.producerId()));
        read.put("producerEpoch", (int) batch.producerEpoch());
        read.put("baseSequence", batch.baseSequence());
        read.put("lastSequence", batch.lastSequence());
        read.put("transactional", batch.isTransactional());
        read.put("control", batch.isControlBatch());
        read.put("partitionLeaderEpoch", batch.partitionLeaderEpoch());
        RecordFormat.deleteHorizon(batch).ifPresent(horizon -> read.put("deleteHorizon", String.valueOf(horizon)));
        List<Object> records = new ArrayList<>();
        for (var each = RecordFormat.records(batch); each.hasNext(); ) {
          var record = each.next();
          record.ensureValid();
          Map<String, Object> one = new LinkedHashMap<>();
          one.put("offset", String.valueOf(record.offset()));
          one.put("timestamp", String.valueOf(record.timestamp()));
          one.put("sequence", record.sequence());
          one.put("key", hex(record.key()));
          one.put("value", hex(record.value()));
          one.put("headers", Arrays.stream(record.headers()).map(BatchBytes::header).toList());
          records.add(one);
        }
        read.put("records", records);
        batches.add(read);
      }
      return batches;
    };
  }

  static Map<String, Object> header(Header header) {
    Map<String, Object> read = new LinkedHashMap<>();
    read.put("key", header.key());
    read.put("value", header.value() == null ? null : HEX.formatHex(header.value()));
    return read;
  }

  private static String hex(ByteBuffer buffer) {
    if (buffer == null) {
      return null;
    }
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return HEX.formatHex(bytes);
  }

  /** What stands in front of the records of a batch that is to be written. */
  record BatchHead(
      byte magic,
      String timestampType,
      long baseOffset,
      long logAppendTime,
      long producerId,
      short producerEpoch,
      int baseSequence,
      boolean transactional,
      boolean control,
      int partitionLeaderEpoch,
      long deleteHorizon) {

    static final long NO_HORIZON = -1;

    static BatchHead read(Input in) {
      return new BatchHead(
          (byte) in.field("magic").number(0, 2),
          in.field("timestampType").text(),
          in.field("baseOffset").int64(),
          in.field("logAppendTime").int64(),
          in.field("producerId").int64(),
          (short) in.field("producerEpoch").number(Short.MIN_VALUE, Short.MAX_VALUE),
          in.field("baseSequence").int32(),
          in.field("transactional").bool(),
          in.field("control").bool(),
          in.field("partitionLeaderEpoch").int32(),
          in.optional("deleteHorizon").map(Input::int64).orElse(NO_HORIZON));
    }
  }

  /** A record that is to be written. */
  record AppendedRecord(long offset, long timestamp, ByteBuffer key, ByteBuffer value, Header[] headers) {
    static AppendedRecord read(Input in) {
      Header[] headers = in.field("headers").items().stream()
          .map(header -> new RecordHeader(header.field("key").text(), bytes(header.field("value"))))
          .toArray(Header[]::new);
      byte[] key = bytes(in.field("key"));
      byte[] value = bytes(in.field("value"));
      return new AppendedRecord(
          in.field("offset").int64(),
          in.field("timestamp").int64(),
          key == null ? null : ByteBuffer.wrap(key),
          value == null ? null : ByteBuffer.wrap(value),
          headers);
    }

    private static byte[] bytes(Input in) {
      return in.isNull() ? null : in.hex();
    }
  }
}

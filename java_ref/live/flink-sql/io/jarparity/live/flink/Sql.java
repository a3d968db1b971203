package io.jarparity.live.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/**
 * A job with a query: its columns {@code c0}, {@code c1}, … are strings, and so is all that it selects. Each row of its
 * result is told, but for those that take an older one back.
 */
final class Sql {
  private Sql() {}

  static void job(DataStream<String> scripted, JsonNode request) {
    int columns = request.get("columns").asInt();
    int parallelism = request.get("parallelism").asInt();
    TypeInformation<?>[] types = new TypeInformation<?>[columns];
    String[] names = new String[columns];
    Arrays.fill(types, Types.STRING);
    Arrays.setAll(names, place -> "c" + place);
    DataStream<Row> rows =
        scripted
            .filter(record -> ScriptedWatermarks.read(record).get("op").asText().equals("record"))
            .uid("records")
            .map(record -> row(ScriptedWatermarks.read(record).get("row")))
            .returns(Types.ROW_NAMED(names, types))
            .uid("rows");
    StreamExecutionEnvironment environment = rows.getExecutionEnvironment();
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    tables.getConfig().set("table.exec.resource.default-parallelism", Integer.toString(parallelism));
    tables.createTemporaryView("rows", rows);
    tables
        .toChangelogStream(tables.sqlQuery(request.get("query").asText()))
        .filter(row -> row.getKind() != RowKind.UPDATE_BEFORE)
        .setParallelism(parallelism)
        .uid("results")
        .map(Sql::told)
        .returns(Types.STRING)
        .setParallelism(parallelism)
        .uid("told")
        .transform("listener", Types.STRING, new Listener(request.get("name").asText()))
        .setParallelism(parallelism)
        .uid("listener");
  }

  private static Row row(JsonNode texts) {
    Row row = new Row(texts.size());
    for (int place = 0; place < texts.size(); place++) {
      row.setField(place, texts.get(place).isNull() ? null : texts.get(place).asText());
    }
    return row;
  }

  private static String told(Row row) {
    ObjectNode told = JsonNodeFactory.instance.objectNode().put("op", "record").put("id", 0);
    told.put("kind", row.getKind().shortString());
    ArrayNode fields = told.putArray("fields");
    for (int place = 0; place < row.getArity(); place++) {
      Object field = row.getField(place);
      fields.add(field == null ? null : field.toString());
    }
    return told.toString();
  }

  /** Tells the job's channel each row of the result. */
  private static final class Listener extends Reporter {
    private static final long serialVersionUID = 1;

    Listener(String job) {
      super(job, "listener", false);
    }

    @Override
    void openState() {}

    @Override
    void record(JsonNode record, ObjectNode seen) {
      seen.set("row", record);
    }
  }
}

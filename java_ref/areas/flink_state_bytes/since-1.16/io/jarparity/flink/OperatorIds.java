package io.jarparity.flink;

import io.jarparity.bridge.spi.Registry;
import java.lang.reflect.Constructor;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.functions.source.SourceFunction;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamGraphHasherV2;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamSource;

/** The id of an operator that has a uid: up to 1.20 it takes a graph of one operator to ask for it. */
final class OperatorIds {
  private static final int NODE = 1;

  private OperatorIds() {}

  static void register(Registry registry) {
    registry.operation("flink.operator.id", in -> {
      String uid = in.field("uid").text();
      return () -> {
        StreamGraph graph = graph();
        graph.addLegacySource(
            NODE, null, null, SimpleOperatorFactory.of(new StreamSource<>(new Nothing())), null, Types.INT, "source");
        graph.setTransformationUID(NODE, uid);
        Map<Integer, byte[]> hashes = new StreamGraphHasherV2().traverseStreamGraphAndGenerateHashes(graph);
        return new OperatorID(hashes.get(NODE)).toHexString();
      };
    });
  }

  /** An empty graph; 1.20 asks for a configuration before all else. */
  private static StreamGraph graph() throws ReflectiveOperationException {
    Constructor<?> constructor = StreamGraph.class.getConstructors()[0];
    Class<?>[] types = constructor.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] =
          types[i] == SavepointRestoreSettings.class
              ? SavepointRestoreSettings.none()
              : types[i].getConstructor().newInstance();
    }
    return (StreamGraph) constructor.newInstance(arguments);
  }

  /** A source, which is never run. */
  private static final class Nothing implements SourceFunction<Integer> {
    private static final long serialVersionUID = 1;

    @Override
    public void run(SourceContext<Integer> context) {}

    @Override
    public void cancel() {}
  }
}

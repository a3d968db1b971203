package io.jarparity.adapter.jdk;

import io.jarparity.bridge.spi.Adapter;
import io.jarparity.bridge.spi.Registry;

/** The JDK's strings and hash tables, as they are in the JVM that runs. */
public final class JdkAdapter implements Adapter {
  @Override
  public String name() {
    return "jdk";
  }

  @Override
  public boolean serves(String family, String version) {
    return "java".equals(family);
  }

  @Override
  public void register(Registry registry) {
    Strings.register(registry);
    HashTables.register(registry);
  }
}

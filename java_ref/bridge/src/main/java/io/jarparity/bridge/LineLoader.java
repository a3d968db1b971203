package io.jarparity.bridge;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;

/**
 * The class loader of one line: sees the JDK, the line's JARs and the bridge's interfaces for adapters, nothing else of
 * the process. So two versions of an original live side by side, and Spark's own libraries are out of sight.
 */
final class LineLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private static final String SHARED = "io.jarparity.bridge.spi.";

  LineLoader(String line, List<Path> jars) {
    super("line " + line, urls(jars), ClassLoader.getPlatformClassLoader());
  }

  /**
   * The JARs as paths, each of them a JAR that opens.
   *
   * @throws BridgeException one is missing or damaged; the message names it
   */
  static List<Path> readable(List<String> jars) {
    return jars.stream().map(LineLoader::readable).toList();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    // Adapters and the bridge must mean the same interfaces, so these come from the bridge's own loader.
    return name.startsWith(SHARED) ? LineLoader.class.getClassLoader().loadClass(name) : super.loadClass(name, resolve);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    try {
      return super.findClass(name);
    } catch (ClassNotFoundException absent) {
      if (absent.getCause() == null) {
        throw absent;
      }
      throw new ClassNotFoundException(name + " can't be read from " + place(name) + ": " + absent.getCause(), absent);
    } catch (ClassFormatError damaged) {
      ClassFormatError named = new ClassFormatError(name + " from " + place(name) + ": " + damaged.getMessage());
      named.initCause(damaged);
      throw named;
    }
  }

  /** Closes the JARs. */
  void release() {
    try {
      close();
    } catch (IOException unclosed) {
      throw new BridgeException("the JARs of " + getName() + " can't be closed: " + unclosed.getMessage(), unclosed);
    }
  }

  private String place(String name) {
    return String.valueOf(findResource(name.replace('.', '/') + ".class"));
  }

  private static Path readable(String name) {
    Path path;
    try {
      path = Path.of(name);
    } catch (InvalidPathException noPath) {
      throw new BridgeException(name + " is no path: " + noPath.getMessage(), noPath);
    }
    if (!path.isAbsolute() || !Files.isRegularFile(path)) {
      throw new BridgeException(path.isAbsolute() ? "there is no JAR " + path : path + " is no absolute path of a JAR");
    }
    try (JarFile jar = new JarFile(path.toFile())) {
      if (jar.size() == 0) {
        throw new BridgeException("the JAR " + path + " is empty");
      }
    } catch (IOException damaged) {
      throw new BridgeException("the JAR " + path + " is damaged: " + damaged.getMessage(), damaged);
    }
    return path;
  }

  private static URL[] urls(List<Path> jars) {
    return jars.stream().map(LineLoader::url).toArray(URL[]::new);
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException impossible) {
      throw new BridgeException("the path " + jar + " has no URL", impossible);
    }
  }
}

package io.jarparity.kafka.group;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Calls what every release names alike and gives other parameters: each parameter gets the argument of its type, or null.
 * The group coordinator's parts are package-private; that is no reason to have a folder for each release.
 */
final class ByType {
  private static final Map<Class<?>, Constructor<?>> LONGEST = new ConcurrentHashMap<>();

  private ByType() {}

  /** An object by the longest constructor that takes objects. */
  static Object construct(Class<?> type, Object... arguments) {
    Constructor<?> longest = LONGEST.computeIfAbsent(type, ByType::longest);
    try {
      return longest.newInstance(chosen(longest, arguments));
    } catch (ReflectiveOperationException failed) {
      throw cause(failed, longest);
    }
  }

  private static Constructor<?> longest(Class<?> type) {
    Constructor<?> longest = Arrays.stream(type.getDeclaredConstructors())
        .filter(constructor -> Arrays.stream(constructor.getParameterTypes()).noneMatch(Class::isPrimitive))
        .max((a, b) -> Integer.compare(a.getParameterCount(), b.getParameterCount()))
        .orElseThrow();
    longest.setAccessible(true);
    return longest;
  }

  /** The method of that name and number of parameters, ready to be called. */
  static Method method(Class<?> type, String name, int parameters) {
    Method found = Arrays.stream(type.getDeclaredMethods())
        .filter(method -> method.getName().equals(name) && method.getParameterCount() == parameters)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(type.getName() + " has no method " + name));
    found.setAccessible(true);
    return found;
  }

  /** What the object's public method of that name gives that takes these arguments, in their order. */
  static Object invoke(Object on, String name, Object... arguments) {
    return invokeOf(on.getClass(), on, name, arguments);
  }

  /** The same of a class's method. */
  static Object invokeStatic(Class<?> type, String name, Object... arguments) {
    return invokeOf(type, null, name, arguments);
  }

  private static Object invokeOf(Class<?> type, Object on, String name, Object... arguments) {
    Method found = Arrays.stream(type.getMethods())
        .filter(method -> method.getName().equals(name) && takes(method, arguments))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(type.getName() + " has no method " + name));
    found.setAccessible(true);
    try {
      return found.invoke(on, arguments);
    } catch (ReflectiveOperationException failed) {
      throw cause(failed, found);
    }
  }

  /** An object by the public constructor that takes these arguments, in their order. */
  static Object create(Class<?> type, Object... arguments) {
    Constructor<?> found = Arrays.stream(type.getConstructors())
        .filter(constructor -> takes(constructor, arguments))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(type.getName() + " has no such constructor"));
    try {
      return found.newInstance(arguments);
    } catch (ReflectiveOperationException failed) {
      throw cause(failed, found);
    }
  }

  /** The first of these classes that the release has. */
  static Optional<Class<?>> first(String... names) {
    for (String name : names) {
      try {
        return Optional.of(Class.forName(name));
      } catch (ClassNotFoundException missing) {
        continue; // other releases have it
      }
    }
    return Optional.empty();
  }

  private static boolean takes(Executable called, Object... arguments) {
    Class<?>[] types = called.getParameterTypes();
    return types.length == arguments.length
        && IntStream.range(0, types.length).allMatch(place -> fits(types[place], arguments[place]));
  }

  static Object call(Object on, Method method, Object... arguments) {
    try {
      return method.invoke(on, chosen(method, arguments));
    } catch (ReflectiveOperationException failed) {
      throw cause(failed, method);
    }
  }

  private static Object[] chosen(Executable called, Object... arguments) {
    Class<?>[] types = called.getParameterTypes();
    Object[] chosen = new Object[types.length];
    for (int place = 0; place < types.length; place++) {
      for (Object argument : arguments) {
        if (fits(types[place], argument)) {
          chosen[place] = argument;
          break;
        }
      }
    }
    return chosen;
  }

  private static boolean fits(Class<?> type, Object argument) {
    return type.isInstance(argument)
        || type == int.class && argument instanceof Integer
        || type == long.class && argument instanceof Long
        || type == short.class && argument instanceof Short;
  }

  private static RuntimeException cause(ReflectiveOperationException failed, AnnotatedElement called) {
    if (failed instanceof InvocationTargetException && failed.getCause() instanceof RuntimeException thrown) {
      return thrown; // what the original threw is its answer
    }
    return new IllegalStateException("can't call " + called, failed);
  }
}

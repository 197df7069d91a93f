/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.trident.mapreduce.split;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapreduce.InputSplit;
import org.jspecify.annotations.Nullable;

/**
 * The splits inside one of a framework's own class, such as Pig's and Cascading's, found by the
 * public methods that such classes have in common: {@code getWrappedSplit} or {@code
 * getWrappedInputSplit}, and for several {@code getNumPaths} with {@code getWrappedSplit(int)}.
 */
final class WrappedSplits {
  private static final List<String> ONE = List.of("getWrappedSplit", "getWrappedInputSplit");

  private WrappedSplits() {}

  /**
   * Returns the splits of either API inside a split; empty if there are none to be found.
   *
   * @throws ReflectiveOperationException if a method of the split's class fails
   */
  static List<Object> of(Object split) throws ReflectiveOperationException {
    @Nullable Method count = method(split, "getNumPaths");
    @Nullable Method at = method(split, "getWrappedSplit", int.class);
    if (count != null && at != null && call(count, split) instanceof Integer n) {
      List<Object> inside = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        add(inside, call(at, split, i));
      }
      return inside.size() == n ? inside : List.of();
    }
    List<Object> inside = new ArrayList<>();
    for (String name : ONE) {
      @Nullable Method one = method(split, name);
      if (one != null && inside.isEmpty()) {
        add(inside, call(one, split));
      }
    }
    return inside;
  }

  private static void add(List<Object> inside, @Nullable Object split) {
    if (split instanceof InputSplit || split instanceof org.apache.hadoop.mapred.InputSplit) {
      inside.add(split);
    }
  }

  private static @Nullable Method method(Object split, String name, Class<?>... parameters) {
    try {
      return split.getClass().getMethod(name, parameters);
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  private static @Nullable Object call(Method method, Object split, Object... arguments)
      throws IllegalAccessException, InvocationTargetException {
    return method.invoke(split, arguments);
  }
}

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
package io.trident.core.cost;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map from names to costs that is read by index without garbage, as matchers do for
 * every task, and whose order does not change from run to run: by hash code, then by name.
 */
public final class CostTable extends AbstractMap<String, Double> {
  private static final CostTable EMPTY = new CostTable(new String[0], new double[0]);

  private final String[] names;
  private final double[] costs;

  private CostTable(String[] names, double[] costs) {
    this.names = names;
    this.costs = costs;
  }

  /** Returns a table of the entries; the map itself if it is one. O(n log n). */
  public static CostTable copyOf(Map<String, Double> map) {
    if (map instanceof CostTable table) {
      return table;
    }
    if (map.isEmpty()) {
      return EMPTY;
    }
    List<Map.Entry<String, Double>> entries =
        map.entrySet().stream()
            .sorted(
                Comparator.<Map.Entry<String, Double>>comparingInt(e -> e.getKey().hashCode())
                    .thenComparing(Map.Entry::getKey))
            .toList();
    String[] names = new String[entries.size()];
    double[] costs = new double[names.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = entries.get(i).getKey();
      costs[i] = entries.get(i).getValue();
    }
    return new CostTable(names, costs);
  }

  /** Returns the name of an entry, by its position from 0 to {@link #size} - 1. */
  public String name(int index) {
    return names[index];
  }

  /** Returns the cost of an entry, by its position. */
  public double cost(int index) {
    return costs[index];
  }

  /** Returns the position of a name, or -1. O(log n). */
  public int indexOf(String name) {
    int hash = name.hashCode();
    int low = 0;
    int high = names.length;
    while (low < high) { // the first name of this hash code or a higher one
      int middle = (low + high) >>> 1;
      if (names[middle].hashCode() < hash) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    while (low < names.length && names[low].hashCode() == hash) {
      if (names[low].equals(name)) {
        return low;
      }
      low++;
    }
    return -1;
  }

  @Override
  public @Nullable Double get(@Nullable Object key) {
    int index = key instanceof String name ? indexOf(name) : -1;
    return index < 0 ? null : Double.valueOf(costs[index]);
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return key instanceof String name && indexOf(name) >= 0;
  }

  @Override
  public int size() {
    return names.length;
  }

  @Override
  public Set<Map.Entry<String, Double>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, Double>> iterator() {
        return new Entries();
      }

      @Override
      public int size() {
        return names.length;
      }
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CostTable table
        ? Arrays.equals(names, table.names) && Arrays.equals(costs, table.costs)
        : super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  private final class Entries implements Iterator<Map.Entry<String, Double>> {
    private int next;

    @Override
    public boolean hasNext() {
      return next < names.length;
    }

    @Override
    public Map.Entry<String, Double> next() {
      if (next == names.length) {
        throw new NoSuchElementException();
      }
      Map.Entry<String, Double> entry = Map.entry(names[next], costs[next]);
      next++;
      return entry;
    }
  }
}

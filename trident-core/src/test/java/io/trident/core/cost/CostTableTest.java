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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** A cost table is a map as any other, but for its order, which is that of its index. */
class CostTableTest {
  /** Names of which many have the same hash code, as "Aa" and "BB" have. */
  @Provide
  static Arbitrary<String> names() {
    Arbitrary<String> colliding =
        Arbitraries.of("Aa", "BB").list().ofMaxSize(4).map(parts -> String.join("", parts));
    return Arbitraries.oneOf(colliding, Arbitraries.strings().ofMaxLength(6));
  }

  @Provide
  static Arbitrary<Map<String, Double>> maps() {
    return Arbitraries.maps(names(), Arbitraries.doubles().between(-1e9, 1e9)).ofMaxSize(40);
  }

  @Property
  void isTheMapItCopies(@ForAll("maps") Map<String, Double> map, @ForAll("names") String other) {
    CostTable table = CostTable.copyOf(map);

    assertThat(table.equals(map)).isTrue();
    assertThat(map.equals(table)).isTrue();
    assertThat(table.hashCode()).isEqualTo(map.hashCode());
    assertThat(table.size()).isEqualTo(map.size());
    assertThat(new TreeMap<>(table)).isEqualTo(new TreeMap<>(map));
    assertThat(table.entrySet()).isEqualTo(map.entrySet());
    map.forEach((name, cost) -> assertThat(table.get(name)).isEqualTo(cost));
    assertThat(table.get(other)).isEqualTo(map.get(other));
    assertThat(table.containsKey(other)).isEqualTo(map.containsKey(other));
    assertThat(table.getOrDefault(other, -1.0)).isEqualTo(map.getOrDefault(other, -1.0));
  }

  @Property
  void isReadByIndexInTheOrderOfItsEntries(
      @ForAll("maps") Map<String, Double> map, @ForAll("names") String other) {
    CostTable table = CostTable.copyOf(map);
    int index = 0;
    for (Map.Entry<String, Double> entry : table.entrySet()) {
      assertThat(table.name(index)).isEqualTo(entry.getKey());
      assertThat(table.cost(index)).isEqualTo(entry.getValue());
      assertThat(table.indexOf(table.name(index))).isEqualTo(index);
      index++;
    }

    assertThat(index).isEqualTo(map.size());
    assertThat(table.indexOf(other) >= 0).isEqualTo(map.containsKey(other));
  }

  @Property
  void doesNotDependOnTheOrderOfInsertion(
      @ForAll("maps") Map<String, Double> map, @ForAll long seed) {
    List<String> names = new ArrayList<>(map.keySet());
    Collections.shuffle(names, new Random(seed));
    Map<String, Double> shuffled = new LinkedHashMap<>();
    names.forEach(name -> shuffled.put(name, map.get(name)));
    CostTable table = CostTable.copyOf(map);
    CostTable other = CostTable.copyOf(shuffled);

    assertThat(other.equals(table)).isTrue();
    assertThat(other.hashCode()).isEqualTo(table.hashCode());
    assertThat(List.copyOf(other.keySet())).isEqualTo(List.copyOf(table.keySet()));
  }

  @Property
  void differsFromEveryOtherMap(
      @ForAll("maps") Map<String, Double> map,
      @ForAll("names") String name,
      @ForAll("maps") Map<String, Double> another) {
    Map<String, Double> changed = new HashMap<>(map);
    changed.merge(name, 1.0, (cost, one) -> cost / 2 + 2e9);
    CostTable table = CostTable.copyOf(map);

    assertThat(table.equals(changed)).isFalse();
    assertThat(table.equals(CostTable.copyOf(changed))).isFalse();
    assertThat(changed.equals(table)).isFalse();
    assertThat(table.equals(CostTable.copyOf(another))).isEqualTo(map.equals(another));
  }

  @Test
  void isACopyOnlyOfOtherMaps() {
    Map<String, Double> map = new HashMap<>(Map.of("n1", 1.0));
    CostTable table = CostTable.copyOf(map);
    map.put("n2", 2.0);

    assertThat(table.size()).isEqualTo(1);
    assertThat(CostTable.copyOf(table)).isSameAs(table);
    assertThat(CostTable.copyOf(Map.of())).isSameAs(CostTable.copyOf(new HashMap<>()));
  }

  @Test
  void knowsNoKeysButNames() {
    CostTable table = CostTable.copyOf(Map.of("n1", 1.0));

    Object number = 1;
    assertThat(table.get(number)).isNull();
    assertThat(table.containsKey(number)).isFalse();
    assertThat(table.get(null)).isNull();
    assertThat(table.containsKey(null)).isFalse();
    assertThat(table).isNotEqualTo("n1");
  }

  @Test
  void cannotBeChanged() {
    CostTable table = CostTable.copyOf(Map.of("n1", 1.0));
    Iterator<Map.Entry<String, Double>> entries = table.entrySet().iterator();
    Map.Entry<String, Double> entry = entries.next();

    assertThatThrownBy(() -> table.put("n2", 2.0))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> entry.setValue(2.0)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(entries::remove).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(table::clear).isInstanceOf(UnsupportedOperationException.class);
    assertThat(entries.hasNext()).isFalse();
    assertThatThrownBy(entries::next).isInstanceOf(NoSuchElementException.class);
    assertThat(table.get("n1")).isEqualTo(1.0);
  }
}

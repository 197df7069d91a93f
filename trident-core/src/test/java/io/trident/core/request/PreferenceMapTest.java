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
package io.trident.core.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Preference maps, and their bytes: whatever comes from the wire is a map or refused. */
class PreferenceMapTest {
  private static PreferenceMap map(Map<Double, Integer> counts) {
    return new PreferenceMap(new TreeMap<>(counts));
  }

  private static ByteBuffer bytes(int version, double score, int count) {
    ByteBuffer buffer = ByteBuffer.allocate(13);
    buffer.put((byte) version).putDouble(score).putInt(count).flip();
    return buffer;
  }

  @Property
  void survivesTheWire(
      @ForAll @Size(max = 100)
          Map<@DoubleRange(min = 0, max = 1e300) Double, @IntRange(min = 1) Integer> counts)
      throws MalformedPreferenceMapException {
    PreferenceMap map = map(counts);

    assertThat(PreferenceMapCodec.decode(ByteBuffer.wrap(PreferenceMapCodec.encode(map))))
        .isEqualTo(map);
  }

  @Property(tries = 5000)
  void anyBytesAreAMapOrRefused(@ForAll @Size(max = 200) byte[] bytes) {
    decodeOrRefuse(bytes);
  }

  @Property(tries = 5000)
  void spoiltBytesAreAMapOrRefused(
      @ForAll @IntRange(max = 36) int position,
      @ForAll byte value,
      @ForAll @IntRange(max = 37) int length) {
    byte[] bytes = PreferenceMapCodec.encode(map(Map.of(1.0, 2, 8.0, 1, 20.0, 3)));
    bytes[position] = value;
    decodeOrRefuse(Arrays.copyOf(bytes, length));
  }

  private static void decodeOrRefuse(byte[] bytes) {
    PreferenceMap map;
    try {
      map = PreferenceMapCodec.decode(ByteBuffer.wrap(bytes));
    } catch (MalformedPreferenceMapException e) {
      assertThat(e).hasMessageStartingWith("Malformed preference map: ");
      return;
    }
    assertThat(map.counts().keySet()).allMatch(score -> Double.isFinite(score) && score >= 0);
    assertThat(map.counts().values()).allMatch(count -> count > 0);
  }

  @Example
  void refusesHostileMaps() {
    for (ByteBuffer hostile :
        new ByteBuffer[] {
          ByteBuffer.allocate(0),
          bytes(2, 1, 1),
          bytes(1, -1, 1),
          bytes(1, Double.NaN, 1),
          bytes(1, Double.POSITIVE_INFINITY, 1),
          bytes(1, 1, 0),
          bytes(1, 1, -5),
          ByteBuffer.wrap(new byte[] {1, 0, 0}),
        }) {
      assertThatThrownBy(() -> PreferenceMapCodec.decode(hostile))
          .isInstanceOf(MalformedPreferenceMapException.class);
    }
  }

  @Example
  void refusesAMillionEntriesBeforeReadingThem() {
    ByteBuffer million = ByteBuffer.allocate(1 + 12 * 1_000_000);
    million.put(0, (byte) 1);

    assertThatThrownBy(() -> PreferenceMapCodec.decode(million))
        .hasMessageContaining("1000000 entries, at most 1024");
  }

  @Example
  void refusesScoresOutOfOrder() {
    ByteBuffer buffer = ByteBuffer.allocate(25);
    buffer.put((byte) 1).putDouble(8).putInt(1).putDouble(8).putInt(1).flip();

    assertThatThrownBy(() -> PreferenceMapCodec.decode(buffer))
        .hasMessageContaining("score 8.0 after 8.0");
  }

  @Example
  void leavesTheReadersPositionAlone() throws MalformedPreferenceMapException {
    ByteBuffer buffer = bytes(1, 8, 3);
    PreferenceMapCodec.decode(buffer);

    assertThat(buffer.position()).isZero();
  }

  @Example
  void refusesWhatIsNoMap() {
    assertThatThrownBy(() -> map(Map.of(Double.NaN, 1))).hasMessageContaining("NaN");
    assertThatThrownBy(() -> map(Map.of(-1.0, 1))).hasMessageContaining("-1.0");
    assertThatThrownBy(() -> map(Map.of(1.0, 0))).hasMessageContaining("must be positive");
    assertThat(map(Map.of(-0.0, 1))).isEqualTo(map(Map.of(0.0, 1)));
  }

  @Example
  void minusTakesTheScoreOrTheNextBelow() {
    PreferenceMap map = map(Map.of(1.0, 2, 20.0, 1));

    assertThat(map.minus(20)).isEqualTo(map(Map.of(1.0, 2)));
    assertThat(map.minus(8)).isEqualTo(map(Map.of(1.0, 1, 20.0, 1)));
    assertThat(map.minus(0)).isEqualTo(map(Map.of(1.0, 1, 20.0, 1)));
    assertThat(map.minus(20 - 1e-12)).isEqualTo(map(Map.of(1.0, 2)));
    assertThat(map.minus(Double.MAX_VALUE)).isEqualTo(map(Map.of(1.0, 2)));
    assertThat(PreferenceMap.EMPTY.minus(1)).isEqualTo(PreferenceMap.EMPTY);
  }

  @Property
  void minusTakesExactlyOne(
      @ForAll @Size(min = 1, max = 20)
          Map<@DoubleRange(min = 0, max = 100) Double, @IntRange(min = 1, max = 9) Integer> counts,
      @ForAll @DoubleRange(min = 0, max = 100) double score) {
    assertThat(map(counts).minus(score).total()).isEqualTo(map(counts).total() - 1);
  }

  @Example
  void limitKeepsTheCheapest() {
    PreferenceMap map = map(Map.of(1.0, 2, 8.0, 1, 20.0, 1));

    assertThat(map.limitedTo(3)).isEqualTo(map(Map.of(1.0, 2, 8.0, 1)));
    assertThat(map.limitedTo(1)).isEqualTo(map(Map.of(1.0, 1)));
    assertThat(map.limitedTo(0)).isEqualTo(PreferenceMap.EMPTY);
    assertThat(map.limitedTo(4)).isSameAs(map);
    assertThatThrownBy(() -> map.limitedTo(-1)).hasMessageContaining("-1");
  }

  @Example
  void coarseningCountsNeighboursTogether() {
    PreferenceMap map = map(Map.of(1.0, 2, 2.0, 1, 8.0, 1, 9.0, 4, 20.0, 1));

    assertThat(map.coarsenedTo(3)).isEqualTo(map(Map.of(1.0, 3, 8.0, 5, 20.0, 1)));
    assertThat(map.coarsenedTo(1)).isEqualTo(map(Map.of(1.0, 9)));
    assertThat(map.coarsenedTo(5)).isSameAs(map);
    assertThatThrownBy(() -> map.coarsenedTo(0)).hasMessageContaining("positive: 0");
  }

  @Example
  void containersThatMayBeAnywhereHaveNoScore() {
    assertThat(PreferenceMap.anywhere(4)).isEqualTo(map(Map.of(0.0, 4)));
    assertThat(PreferenceMap.anywhere(4).isEmpty()).isFalse();
    assertThat(PreferenceMap.anywhere(0)).isEqualTo(PreferenceMap.EMPTY);
    assertThatThrownBy(() -> PreferenceMap.anywhere(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
  }
}

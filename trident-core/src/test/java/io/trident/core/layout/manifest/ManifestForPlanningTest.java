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
package io.trident.core.layout.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.Dimension;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.partition.HashPartitioner;
import io.trident.core.layout.value.Value;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ManifestForPlanningTest {
  private static final long BYTES = 4_000_000;
  private static final long ROWS = 40_000;
  private static final StoredObject FILE = new StoredObject(new BlockIdentity(1, 2, 3), 1 << 30, 4);

  @Property
  void whatQueriesAskOfExtentsAndBucketsIsAsItWas(@ForAll long seed) {
    Manifest manifest = RandomManifest.of(new Random(seed));
    Manifest planning = manifest.forPlanning();
    assertThat(planning.files()).isEqualTo(manifest.files());
    assertThat(planning.bounds()).isEqualTo(manifest.bounds());
    for (int d = 0; d < manifest.dimensions().size(); d++) {
      DimensionEntry whole = manifest.dimensions().get(d);
      DimensionEntry packed = planning.dimensions().get(d);
      assertThat(packed.dimension()).isEqualTo(whole.dimension());
      for (int e = 0; e < whole.extents().size(); e++) {
        compare(packed.extents().get(e), whole.extents().get(e));
      }
    }
  }

  private static void compare(ExtentEntry packed, ExtentEntry whole) {
    assertThat(packed.rows()).isEqualTo(whole.rows());
    assertThat(packed.keys()).isEqualTo(whole.keys());
    assertThat(packed.sum()).isEqualTo(whole.sum());
    assertThat(packed.buckets()).hasSameSizeAs(whole.buckets());
    for (int b = 0; b < whole.buckets().size(); b++) {
      BucketEntry bucket = whole.buckets().get(b);
      long offset = bucket.rows() == 0 ? 0 : bucket.offset();
      assertThat(packed.offset(b)).isEqualTo(offset);
      assertThat(packed.length(b)).isEqualTo(bucket.length());
      assertThat(packed.rows(b)).isEqualTo(bucket.rows());
      assertThat(packed.keys(b)).isEqualTo(bucket.keys());
      assertThat(packed.buckets().get(b))
          .isEqualTo(
              new BucketEntry(
                  offset, bucket.length(), 0, bucket.rows(), bucket.keys(), RecordSum.NONE));
    }
  }

  /** Some begin alike, some are of the largest byte, some are null or empty. */
  @Property
  void boundsOfLongStringsContainThoseOfTheManifest(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] begin = bytes(random, random.nextInt(40));
    List<KeyRange> ranges = new ArrayList<>();
    for (int i = random.nextInt(9); i >= 0; i--) {
      Value one = key(random, begin);
      Value other = key(random, begin);
      ranges.add(new KeyRange(one, one).with(new KeyRange(other, other)));
    }
    ExtentEntry whole = extent(ranges);
    ExtentEntry packed = whole.forPlanning();
    assertThat(packed.keys()).isEqualTo(whole.keys());
    for (int b = 0; b < ranges.size(); b++) {
      KeyRange keys = packed.keys(b).orElseThrow();
      assertThat(keys.least()).isLessThanOrEqualTo(ranges.get(b).least());
      assertThat(keys.most()).isGreaterThanOrEqualTo(ranges.get(b).most());
    }
  }

  private static Value key(Random random, byte[] begin) {
    if (random.nextInt(9) == 0) {
      return Value.NULL;
    }
    byte[] own = bytes(random, random.nextInt(60));
    byte[] key = Arrays.copyOf(begin, begin.length + own.length);
    System.arraycopy(own, 0, key, begin.length, own.length);
    return Value.ofBytes(random.nextInt(9) == 0 ? own : key);
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    if (random.nextInt(3) == 0) {
      Arrays.fill(bytes, (byte) -1);
    }
    return bytes;
  }

  private static ExtentEntry extent(List<KeyRange> ranges) {
    List<BucketEntry> buckets = new ArrayList<>();
    for (KeyRange range : ranges) {
      buckets.add(
          new BucketEntry(
              BYTES * buckets.size(), BYTES, 7, ROWS, Optional.of(range), new RecordSum(1, 2)));
    }
    return new ExtentEntry(FILE, buckets);
  }

  @Test
  void stringsAreKeptAsFarAsTheyTellBucketsApart() {
    String begin = "https://example.com/a/long/path/";
    KeyRange some = new KeyRange(Value.ofString(begin + "0001"), Value.ofString(begin + "0002"));
    KeyRange others = new KeyRange(Value.ofString(begin + "0003"), Value.ofString(begin + "0004"));
    ExtentEntry packed = extent(List.of(some, others)).forPlanning();
    assertThat(packed.keys(0)).contains(some);
    assertThat(packed.keys(1)).contains(others);
    assertThat(packed.isComplete()).isFalse();
  }

  @Test
  void boundsOfNumbersOfAnyKindAreKeptAsTheyAre() {
    List<List<Value>> kinds =
        List.of(
            List.of(Value.NULL, Value.ofInt(Integer.MIN_VALUE), Value.ofInt(-1), Value.ofInt(7)),
            List.of(Value.ofLong(Long.MIN_VALUE), Value.ofLong(0), Value.ofLong(Long.MAX_VALUE)),
            List.of(Value.ofFloat(-1.5f), Value.ofFloat(-0.0f), Value.ofFloat(Float.NaN)),
            List.of(Value.ofDouble(-1.5), Value.ofDouble(1e300), Value.ofDouble(Double.NaN)),
            List.of(
                Value.ofDecimal(BigDecimal.TEN.pow(37).negate(), 38, 0),
                Value.ofDecimal(BigDecimal.ZERO, 38, 0),
                Value.ofDecimal(BigDecimal.TEN.pow(37), 38, 0)));
    for (List<Value> values : kinds) {
      List<KeyRange> ranges = new ArrayList<>();
      for (int i = 1; i < values.size(); i++) {
        ranges.add(new KeyRange(values.get(i - 1), values.get(i)));
      }
      ExtentEntry packed = extent(ranges).forPlanning();
      assertThat(packed.isComplete()).isFalse();
      assertThat(packed.buckets())
          .extracting(bucket -> bucket.keys().orElseThrow())
          .isEqualTo(ranges);
    }
  }

  @Test
  void anExtentWithABoundThatCannotBeShortenedIsKeptAsItIs() {
    byte[] largest = new byte[64];
    Arrays.fill(largest, (byte) -1);
    KeyRange range = new KeyRange(Value.ofString("a"), Value.ofBytes(largest));
    assertThat(extent(List.of(range)).forPlanning()).isEqualTo(extent(List.of(range)));
  }

  @Test
  void aManifestForPlanningIsNotEncoded() {
    Manifest planning = manifest(2, i -> Value.ofLong(i)).forPlanning();
    assertThatThrownBy(() -> ManifestCodec.encode(planning))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lacks sums of rows");
  }

  /** 32 extents in three dimensions; docs/spark-layouts.md has the numbers. */
  @Test
  void aSuperExtentTakesAFifthOfTheMemoryForPlanning() throws MalformedManifestException {
    Random random = new Random(1);
    Function<Integer, Value> number = i -> Value.ofLong(random.nextInt(1 << 30));
    assertThat(5 * bytes(number, Manifest::forPlanning)).isLessThan(bytes(number, whole -> whole));
    Function<Integer, Value> text = i -> Value.ofString("%050d".formatted(random.nextLong()));
    assertThat(5 * bytes(text, Manifest::forPlanning)).isLessThan(bytes(text, whole -> whole));
  }

  /** Returns the heap that a decoded manifest takes. */
  private static long bytes(Function<Integer, Value> keys, Function<Manifest, Manifest> kept)
      throws MalformedManifestException {
    ByteBuffer encoded = ByteBuffer.wrap(ManifestCodec.encode(manifest(32, keys)));
    List<Manifest> all = new ArrayList<>();
    long before = used();
    for (int i = 0; i < 20; i++) {
      all.add(kept.apply(ManifestCodec.decode(encoded)));
    }
    long after = used();
    assertThat(all).hasSize(20);
    return (after - before) / all.size();
  }

  private static long used() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  private static Manifest manifest(int extents, Function<Integer, Value> keys) {
    List<DimensionEntry> dimensions = new ArrayList<>();
    for (int d = 0; d < 3; d++) {
      List<ExtentEntry> entries = new ArrayList<>();
      for (int e = 0; e < extents; e++) {
        List<KeyRange> ranges = new ArrayList<>();
        for (int b = 0; b < extents; b++) {
          ranges.add(new KeyRange(keys.apply(b), keys.apply(b + 1)));
        }
        entries.add(extent(ranges));
      }
      Dimension dimension = Dimension.ofColumn("column " + d, new HashPartitioner(extents));
      dimensions.add(new DimensionEntry(dimension, entries, List.of()));
    }
    return new Manifest(0, "csv", 1, ParityGroups.none(extents), dimensions);
  }
}

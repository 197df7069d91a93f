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
package io.trident.layout.mapreduce.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.value.Value;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.hadoop.io.BytesWritable;

class OrderedValueTest {
  private static final Comparator<Row> ORDER =
      Comparator.comparingInt(Row::superExtent)
          .thenComparingInt(row -> row.bucket().dimension())
          .thenComparingInt(row -> row.bucket().extent())
          .thenComparingInt(row -> row.bucket().bucket())
          .thenComparing(Row::key)
          .thenComparing(row -> Value.ofBytes(row.record()));

  @SuppressWarnings("ArrayRecordComponent") // compared by ORDER
  record Row(int superExtent, Bucket bucket, Value key, byte[] record) {}

  record Two(Value first, Value second) {}

  @Property(tries = 5000)
  void encodedValuesAreComparedAsValuesAre(@ForAll("valuesOfAColumn") Two values) {
    byte[] first = encode(values.first());
    byte[] second = encode(values.second());

    assertThat(Integer.signum(Arrays.compareUnsigned(first, second)))
        .isEqualTo(Integer.signum(values.first().compareTo(values.second())));
  }

  @Property(tries = 2000)
  void itIsKnownWhereAValueEnds(@ForAll("valuesOfAColumn") Two values) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(9);
    OrderedValue.write(values.first(), out);
    int end = out.size();
    OrderedValue.write(values.second(), out);

    assertThat(OrderedValue.end(out.toByteArray(), 1)).isEqualTo(end);
    assertThat(OrderedValue.end(out.toByteArray(), end)).isEqualTo(out.size());
  }

  @Property(tries = 5000)
  void rowsAreSortedInTheOrderOfExtents(@ForAll("rows") List<Row> rows) {
    Row first = rows.get(0);
    Row second = rows.get(1);
    BytesWritable one = key(first);
    BytesWritable other = key(second);

    assertThat(Integer.signum(one.compareTo(other)))
        .isEqualTo(Integer.signum(ORDER.compare(first, second)));
    assertThat(ShuffleKey.superExtent(one)).isEqualTo(first.superExtent());
    assertThat(ShuffleKey.bucket(one)).isEqualTo(first.bucket());
    assertThat(ShuffleKey.record(one).toArray()).isEqualTo(first.record());
    assertThat(ShuffleKey.isTally(one)).isFalse();
  }

  @Property(tries = 200)
  void theTallyFollowsAllRowsOfItsSuperExtent(
      @ForAll("rows") List<Row> rows, @ForAll byte[] tally) {
    BytesWritable key = ShuffleKey.ofTally(rows.get(0).superExtent(), tally);

    assertThat(key(rows.get(0))).isLessThan(key);
    assertThat(ShuffleKey.isTally(key)).isTrue();
    assertThat(ShuffleKey.tally(key)).isEqualTo(tally);
    assertThat(ShuffleKey.superExtent(key)).isEqualTo(rows.get(0).superExtent());
  }

  private static byte[] encode(Value value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    OrderedValue.write(value, out);
    return out.toByteArray();
  }

  private static BytesWritable key(Row row) {
    return ShuffleKey.ofRow(row.superExtent(), row.bucket(), row.key(), row.record());
  }

  @Provide
  Arbitrary<Two> valuesOfAColumn() {
    return kinds().flatMap(OrderedValueTest::two);
  }

  private static Arbitrary<Two> two(Arbitrary<Value> values) {
    return values.tuple2().map(pair -> new Two(pair.get1(), pair.get2()));
  }

  private static Arbitrary<Arbitrary<Value>> kinds() {
    Arbitrary<byte[]> bytes =
        Arbitraries.oneOf(
            Arbitraries.bytes().array(byte[].class).ofMaxSize(6),
            Arbitraries.of((byte) 0, (byte) 1, (byte) -1).array(byte[].class).ofMaxSize(4));
    BigInteger most = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
    return Arbitraries.of(
        values(Arbitraries.integers().map(Value::ofInt)),
        values(Arbitraries.longs().map(Value::ofLong)),
        values(
            Arbitraries.oneOf(
                    Arbitraries.floats(),
                    Arbitraries.of(Float.NaN, 0f, -0f, Float.NEGATIVE_INFINITY, Float.MIN_VALUE))
                .map(Value::ofFloat)),
        values(
            Arbitraries.oneOf(
                    Arbitraries.doubles(),
                    Arbitraries.of(Double.NaN, 0d, -0d, Double.POSITIVE_INFINITY, -1e-320))
                .map(Value::ofDouble)),
        values(bytes.map(Value::ofBytes)),
        values(
            Arbitraries.bigIntegers()
                .between(most.negate(), most)
                .map(number -> Value.ofDecimal(new BigDecimal(number, 4), 38, 4))));
  }

  private static Arbitrary<Value> values(Arbitrary<? extends Value> values) {
    return Arbitraries.oneOf(values.map(value -> value), Arbitraries.just(Value.NULL));
  }

  @Provide
  Arbitrary<List<Row>> rows() {
    Arbitrary<byte[]> records =
        Arbitraries.of((byte) 0, (byte) 'a', (byte) -1).array(byte[].class).ofMaxSize(3);
    return kinds()
        .flatMap(
            kind ->
                Combinators.combine(
                        Arbitraries.of(0, 1, 70_000),
                        Arbitraries.of(0, 3),
                        Arbitraries.of(0, 1, 999),
                        Arbitraries.of(0, 2, 300),
                        kind,
                        records)
                    .as((s, d, e, b, key, record) -> new Row(s, new Bucket(d, e, b), key, record))
                    .list()
                    .ofSize(2));
  }
}

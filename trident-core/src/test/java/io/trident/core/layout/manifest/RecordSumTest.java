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

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RecordSumTest {
  private static RecordSum of(String record) {
    return RecordSum.of(record.getBytes(StandardCharsets.UTF_8));
  }

  /** Values that Guava's {@code Hashing.murmur3_128()} returns. */
  @Test
  void theHashIsMurmur3() {
    assertThat(of("")).isEqualTo(RecordSum.NONE);
    assertThat(of("hell")).isEqualTo(new RecordSum(0x629942693e10f867L, 0x92db0b82baeb5347L));
    assertThat(of("The quick brown fox jumps over the lazy dog"))
        .isEqualTo(new RecordSum(0xe34bbc7bbc071b6cL, 0x7a433ca9c49a9347L));
  }

  @Property
  void aSumIsThatOfNumbersOf128Bits(@ForAll long seed) {
    Random random = new Random(seed);
    RecordSum one = new RecordSum(random.nextLong(), random.nextLong());
    RecordSum other = new RecordSum(random.nextLong(), random.nextLong());
    BigInteger modulus = BigInteger.ONE.shiftLeft(128);
    assertThat(number(one.plus(other))).isEqualTo(number(one).add(number(other)).mod(modulus));
  }

  private static BigInteger number(RecordSum sum) {
    return new BigInteger(Long.toUnsignedString(sum.high()))
        .shiftLeft(64)
        .add(new BigInteger(Long.toUnsignedString(sum.low())));
  }

  @Property
  void orderDoesNotMatterAndEveryRecordDoes(@ForAll long seed) {
    Random random = new Random(seed);
    List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      byte[] record = new byte[1 + random.nextInt(40)];
      random.nextBytes(record);
      records.add(record);
    }
    RecordSum sum = sum(records);
    Collections.shuffle(records, random);
    assertThat(sum(records)).isEqualTo(sum);
    assertThat(sum(records.subList(1, 20))).isNotEqualTo(sum);
    byte[] first = records.get(0);
    first[random.nextInt(first.length)] ^= 1;
    assertThat(sum(records)).isNotEqualTo(sum);
  }

  private static RecordSum sum(List<byte[]> records) {
    return records.stream().map(RecordSum::of).reduce(RecordSum.NONE, RecordSum::plus);
  }
}

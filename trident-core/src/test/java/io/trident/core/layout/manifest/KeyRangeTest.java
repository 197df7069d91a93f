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

import io.trident.core.layout.value.Value;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class KeyRangeTest {
  private static KeyRange strings(String least, String most) {
    return new KeyRange(Value.ofString(least), Value.ofString(most));
  }

  @Test
  void longKeysAreCutAndStillBound() {
    assertThat(strings("aabb", "xyzw").shortened(2)).isEqualTo(strings("aa", "xz"));
    assertThat(strings("a", "b").shortened(2)).isEqualTo(strings("a", "b"));
    KeyRange numbers = new KeyRange(Value.NULL, Value.ofLong(5));
    assertThat(numbers.shortened(2)).isEqualTo(numbers);
  }

  @Test
  void anUpperBoundWithoutNextLargerStaysWhole() {
    Value largest = Value.ofBytes(new byte[] {-1, -1, -1});
    assertThat(new KeyRange(Value.NULL, largest).shortened(2).most()).isEqualTo(largest);
    assertThat(new KeyRange(Value.NULL, Value.ofBytes(new byte[] {1, -1, -1})).shortened(2).most())
        .isEqualTo(Value.ofBytes(new byte[] {2}));
  }

  @Property
  void cutBoundsContainTheRange(@ForAll long seed) {
    Random random = new Random(seed);
    Value one = bytes(random);
    Value other = bytes(random);
    KeyRange range = new KeyRange(one, one).with(new KeyRange(other, other));
    assertThat(range.least()).isLessThanOrEqualTo(range.most());
    KeyRange cut = range.shortened(1 + random.nextInt(4));
    assertThat(cut.least()).isLessThanOrEqualTo(range.least());
    assertThat(cut.most()).isGreaterThanOrEqualTo(range.most());
  }

  private static Value bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(6)];
    random.nextBytes(bytes);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = random.nextInt(3) == 0 ? -1 : bytes[i];
    }
    return Value.ofBytes(bytes);
  }
}

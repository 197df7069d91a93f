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
package io.trident.core.layout.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class XorParityTest {
  private static final int CHUNK = 1 << 16;

  private static byte[] encode(List<byte[]> members) throws IOException {
    ByteArrayOutputStream parity = new ByteArrayOutputStream();
    assertThat(XorParity.encode(open(members), parity)).isEqualTo(parity.size());
    return parity.toByteArray();
  }

  private static byte[] decode(List<byte[]> others, long length) throws IOException {
    ByteArrayOutputStream missing = new ByteArrayOutputStream();
    XorParity.decode(open(others), length, missing);
    return missing.toByteArray();
  }

  private static List<InputStream> open(List<byte[]> all) {
    return all.stream().map(bytes -> (InputStream) new ByteArrayInputStream(bytes)).toList();
  }

  private static List<byte[]> members(Random random) {
    List<byte[]> members = new ArrayList<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      int near = random.nextInt(3) * CHUNK;
      byte[] bytes = new byte[Math.max(0, near + random.nextInt(5) - 2)];
      random.nextBytes(bytes);
      members.add(bytes);
    }
    return members;
  }

  @Property(tries = 200)
  void anyMissingExtentComesBack(@ForAll long seed) throws IOException {
    List<byte[]> members = members(new Random(seed));
    byte[] parity = encode(members);
    assertThat(parity.length)
        .isEqualTo(members.stream().mapToInt(bytes -> bytes.length).max().orElseThrow());
    for (int lost = 0; lost < members.size(); lost++) {
      List<byte[]> others = new ArrayList<>(members);
      others.set(lost, parity);
      assertThat(decode(others, members.get(lost).length)).isEqualTo(members.get(lost));
    }
  }

  @Property(tries = 200)
  void aParityOfOtherExtentsIsFoundOrHasNoRest(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    List<byte[]> members = members(random);
    byte[] parity = encode(members);
    int length = members.get(0).length;
    if (parity.length > length) {
      parity[length + random.nextInt(parity.length - length)] ^= 1;
      List<byte[]> others = new ArrayList<>(members);
      others.set(0, parity);
      assertThatThrownBy(() -> decode(others, length)).hasMessageContaining("do not belong");
    }
  }

  @Test
  void tooFewBytesAreFound() {
    assertThatThrownBy(() -> decode(List.of(new byte[3]), 5))
        .hasMessage("Parity and extents do not belong together: 2 of 5 bytes are missing.");
  }

  @Test
  void streamsMayReturnFewerBytesThanAsked() throws IOException {
    byte[] one = {1, 2, 3, 4};
    InputStream slow =
        new SequenceInputStream(
            new ByteArrayInputStream(one, 0, 2), new ByteArrayInputStream(one, 2, 2));
    ByteArrayOutputStream parity = new ByteArrayOutputStream();
    XorParity.encode(List.of(slow, new ByteArrayInputStream(new byte[] {1, 1})), parity);
    assertThat(parity.toByteArray()).containsExactly(0, 3, 3, 4);
  }
}

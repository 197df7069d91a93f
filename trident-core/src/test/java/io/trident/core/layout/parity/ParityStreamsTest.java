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

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ParityStreamsTest {
  private static final int CHUNK = 1 << 16;
  private static final DataExtent LOST = new DataExtent(0, 0);
  private static final DataExtent OTHER = new DataExtent(0, 1);

  private static ParityGroups groups(List<byte[]> members, int parities) {
    return new ParityGroups(members.size(), members.size(), parities);
  }

  /** Returns the extents of the group, then its parities. */
  private static Map<Extent, byte[]> encode(List<byte[]> members, int parities) throws IOException {
    ParityGroups groups = groups(members, parities);
    Map<Extent, byte[]> all = new LinkedHashMap<>();
    List<DataExtent> extents = groups.members(0, 0);
    extents.forEach(extent -> all.put(extent, members.get(extent.extent())));
    for (ParityExtent parity : groups.parities(0, 0)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      assertThat(ParityStreams.encode(open(members), groups.coefficients(parity, extents), out))
          .isEqualTo(out.size());
      all.put(parity, out.toByteArray());
    }
    return all;
  }

  private static byte[] decode(
      ParityGroups groups, Map<Extent, byte[]> all, Extent target, List<Extent> given)
      throws IOException {
    ByteArrayOutputStream missing = new ByteArrayOutputStream();
    ParityStreams.decode(
        open(given.stream().map(all::get).toList()),
        groups.coefficients(target, given),
        requireNonNull(all.get(target)).length,
        missing);
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

  /** Whatever is lost, one extent or parity for each parity, and in whatever order others come. */
  @Property(tries = 300)
  void whatIsMissingComesBack(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    List<byte[]> members = members(random);
    int parities = 1 + random.nextInt(2);
    ParityGroups groups = groups(members, parities);
    Map<Extent, byte[]> all = encode(members, parities);
    List<Extent> shuffled = new ArrayList<>(all.keySet());
    Collections.shuffle(shuffled, random);
    List<Extent> given = shuffled.subList(0, members.size());
    for (Extent missing : shuffled.subList(members.size(), shuffled.size())) {
      assertThat(decode(groups, all, missing, given)).isEqualTo(all.get(missing));
    }
  }

  @Property(tries = 100)
  void anyTwoOfALargeGroupComeBack(@ForAll Random random) throws IOException {
    List<byte[]> members = new ArrayList<>();
    for (int i = 0; i < 253; i++) {
      byte[] bytes = new byte[random.nextInt(4)];
      random.nextBytes(bytes);
      members.add(bytes);
    }
    ParityGroups groups = groups(members, 2);
    Map<Extent, byte[]> all = encode(members, 2);
    DataExtent one = new DataExtent(0, random.nextInt(253));
    DataExtent two = new DataExtent(0, (one.extent() + 1 + random.nextInt(252)) % 253);
    List<Extent> given = new ArrayList<>(all.keySet());
    given.removeAll(List.of(one, two));
    for (DataExtent missing : List.of(one, two)) {
      assertThat(decode(groups, all, missing, given)).isEqualTo(all.get(missing));
    }
  }

  @Test
  void groupsThatCannotBeCodedAreRefused() {
    assertThat(new ParityGroups(1_000, 253, 2).groups()).isEqualTo(4);
    assertThatThrownBy(() -> new ParityGroups(1_000, 500, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give at most 253");
    assertThatThrownBy(
            () -> groups(List.of(new byte[1], new byte[1]), 2).coefficients(LOST, List.of(OTHER)))
        .hasMessage("1 extents are given, 2 are needed.");
    assertThatThrownBy(
            () ->
                groups(List.of(new byte[1], new byte[1]), 2)
                    .coefficients(LOST, List.of(OTHER, OTHER)))
        .hasMessageContaining("given twice");
  }

  @Property(tries = 200)
  void aParityOfOtherExtentsIsFoundOrHasNoRest(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    List<byte[]> members = members(random);
    int parities = 1 + random.nextInt(2);
    Map<Extent, byte[]> all = encode(members, parities);
    ParityExtent parity = new ParityExtent(0, 0, random.nextInt(parities));
    int length = members.get(0).length;
    byte[] bytes = requireNonNull(all.get(parity));
    if (bytes.length > length) {
      bytes[length + random.nextInt(bytes.length - length)] ^= 1;
      List<Extent> given = new ArrayList<>(all.keySet());
      given.removeIf(one -> one.equals(LOST) || one instanceof ParityExtent);
      given.add(parity);
      assertThatThrownBy(() -> decode(groups(members, parities), all, LOST, given))
          .hasMessageContaining("do not belong");
    }
  }

  @Test
  void tooFewBytesAreFound() {
    assertThatThrownBy(
            () ->
                ParityStreams.decode(
                    open(List.of(new byte[3])), new byte[] {1}, 5, OutputStream.nullOutputStream()))
        .hasMessage("Parity and extents do not belong together: 2 of 5 bytes are missing.");
  }

  @Test
  void streamsMayReturnFewerBytesThanAsked() throws IOException {
    byte[] one = {1, 2, 3, 4};
    InputStream slow =
        new SequenceInputStream(
            new ByteArrayInputStream(one, 0, 2), new ByteArrayInputStream(one, 2, 2));
    ByteArrayOutputStream parity = new ByteArrayOutputStream();
    ParityStreams.encode(
        List.of(slow, new ByteArrayInputStream(new byte[] {1, 1})), new byte[] {1, 1}, parity);
    assertThat(parity.toByteArray()).containsExactly(0, 3, 3, 4);
  }
}

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
package io.trident.core.layout.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Dimension;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.manifest.DimensionEntry;
import io.trident.core.layout.manifest.ExtentEntry;
import io.trident.core.layout.manifest.KeyRange;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.RecordSum;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.partition.HashPartitioner;
import io.trident.core.layout.recovery.RebuildOrder.Ready;
import io.trident.core.layout.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RebuildOrderTest {
  private static final int N = 4;

  private final Manifest manifest = manifest();

  @Test
  void theFilesOfASuperExtentAreThoseOfTheManifest() {
    assertThat(manifest.files()).hasSize(3 * (N + 2));
    assertThat(manifest.files().get(new ParityExtent(2, 1, 0)))
        .isEqualTo(manifest.dimensions().get(2).parities().get(1));
  }

  @Test
  void whatNeedsAnotherLostExtentWaitsForIt() {
    Extent source = new DataExtent(0, 1);
    Extent waiting = new DataExtent(1, 2);

    assertThat(ready(Set.of(source, waiting), Set.of(), Set.of())).containsExactly(source);
    assertThat(ready(Set.of(waiting), Set.of(source), Set.of())).isEmpty();
    assertThat(ready(Set.of(waiting), Set.of(), Set.of())).containsExactly(waiting);
  }

  @Test
  void aBrokenSourceIsNotWaitedForNorRebuilt() {
    assertThat(ready(Set.of(new DataExtent(1, 2)), Set.of(), Set.of(new DataExtent(0, 1))))
        .containsExactly(new DataExtent(1, 2));
  }

  @Test
  void aStaleSourceIsNotWaitedForNorRebuiltUnlessWanted() {
    Extent wanted = new DataExtent(1, 2);
    Extent source = new DataExtent(0, 1);
    SuperExtentHealth health =
        new SuperExtentHealth(Set.of(), Set.of(), Set.of(wanted, source), Set.of());

    assertThat(ready(health)).isEmpty();
    assertThat(health.degraded()).isZero();
    assertThat(health.unreadable()).containsExactlyInAnyOrder(wanted, source);
    assertThat(ready(health.rebuilding(wanted::equals))).containsExactly(wanted);
    assertThat(ready(health.rebuilding(any -> true))).as("one first").containsExactly(source);
  }

  @Test
  void parityComesLast() {
    Extent parity = new ParityExtent(0, 0, 0);
    Extent data = new DataExtent(2, 3);

    assertThat(ready(Set.of(parity, data), Set.of(), Set.of())).containsExactly(data, parity);
  }

  @Test
  void thatWithFewerWaysLeftComesFirst() {
    // Two of a group: 1 and 0 cannot be decoded; 2 can.
    List<Ready> ready =
        RebuildOrder.of(
                manifest,
                manifest.parity(),
                new SuperExtentHealth(
                    Set.of(new DataExtent(1, 2), new DataExtent(1, 0), new DataExtent(1, 1)),
                    Set.of(),
                    Set.of(),
                    Set.of()))
            .ready();

    assertThat(ready).extracting(Ready::extent).last().isEqualTo(new DataExtent(1, 2));
    assertThat(ready).extracting(Ready::ways).containsExactly(2, 2, 3);
  }

  @Test
  void whatTooLittleIsLeftOfIsNamed() {
    Set<Extent> lost =
        Set.of(
            new DataExtent(0, 0),
            new DataExtent(0, 1),
            new DataExtent(1, 0),
            new DataExtent(1, 1),
            new DataExtent(2, 0),
            new DataExtent(2, 1));

    RebuildOrder order =
        RebuildOrder.of(
            manifest, manifest.parity(), new SuperExtentHealth(lost, Set.of(), Set.of(), Set.of()));

    assertThat(order.ready()).isEmpty();
    assertThat(order.unrecoverable()).containsExactlyInAnyOrderElementsOf(lost);
  }

  private List<Extent> ready(Set<Extent> lost, Set<Extent> pending, Set<Extent> broken) {
    return ready(new SuperExtentHealth(lost, pending, Set.of(), broken));
  }

  private List<Extent> ready(SuperExtentHealth health) {
    return RebuildOrder.of(manifest, manifest.parity(), health).ready().stream()
        .map(Ready::extent)
        .toList();
  }

  /** Each cell has rows, as each bucket has. */
  private static Manifest manifest() {
    List<DimensionEntry> dimensions = new ArrayList<>();
    for (int d = 0; d < 3; d++) {
      List<ExtentEntry> extents = new ArrayList<>();
      for (int e = 0; e < N; e++) {
        List<BucketEntry> buckets = new ArrayList<>();
        for (int b = 0; b < N; b++) {
          KeyRange keys = new KeyRange(Value.ofLong(0), Value.ofLong(1));
          buckets.add(new BucketEntry(b * 10L, 10, 1, 1, Optional.of(keys), RecordSum.NONE));
        }
        extents.add(new ExtentEntry(stored(100 * d + e, 10L * N), buckets));
      }
      dimensions.add(
          new DimensionEntry(
              Dimension.ofColumn("c" + d, new HashPartitioner(N)),
              extents,
              List.of(stored(100 * d + 50, 10L * N), stored(100 * d + 51, 10L * N))));
    }
    return new Manifest(0, "csv", 1, new ParityGroups(N, 2, 1), dimensions);
  }

  private static StoredObject stored(int number, long length) {
    return new StoredObject(new BlockIdentity(number, number, 1), length, 1);
  }
}

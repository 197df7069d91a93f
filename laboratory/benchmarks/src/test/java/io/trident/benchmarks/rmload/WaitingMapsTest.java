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
package io.trident.benchmarks.rmload;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WaitingMapsTest {
  private final Topology topology = new Topology(120);
  private final WaitingMaps waiting = new WaitingMaps(topology);

  @Test
  void theFastestReplicaOnTheNodeDecides() {
    int[] inMemory = {5, 40, 41};
    int[] onSsd = {60, 5, 6};
    int[] onDisk = {70, 80, 5};
    waiting.add(onDisk);
    waiting.add(onSsd);
    waiting.add(inMemory);

    assertThat(waiting.take(5)).isEqualTo(new WaitingMaps.Placed(inMemory, Place.MEMORY));
    assertThat(waiting.take(5)).isEqualTo(new WaitingMaps.Placed(onSsd, Place.SSD));
    assertThat(waiting.take(5)).isEqualTo(new WaitingMaps.Placed(onDisk, Place.DISK));
    assertThat(waiting.take(5)).isNull();
  }

  @Test
  void withoutReplicaOnTheNodeTheRackDecidesThenAnything() {
    int[] near = {1, 40, 41};
    int[] far = {81, 42, 43};
    waiting.add(far);
    waiting.add(near);

    assertThat(waiting.take(7)).isEqualTo(new WaitingMaps.Placed(near, Place.RACK));
    assertThat(waiting.take(7)).isEqualTo(new WaitingMaps.Placed(far, Place.OTHER_RACK));
    assertThat(waiting.take(7)).isNull();
  }

  @Test
  void everyMapIsTakenOnce() {
    Random random = new Random(8);
    Set<int[]> added = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      int[] replicas = topology.drawReplicas(random);
      added.add(replicas);
      waiting.add(replicas);
    }
    for (int i = 0; i < 500; i++) {
      WaitingMaps.Placed placed = requireNonNull(waiting.take(random.nextInt(120)));
      assertThat(added.remove(placed.replicas())).isTrue();
    }
    assertThat(added).isEmpty();
    assertThat(waiting.take(0)).isNull();
  }
}

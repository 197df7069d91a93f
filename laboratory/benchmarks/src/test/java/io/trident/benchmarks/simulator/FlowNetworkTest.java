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
package io.trident.benchmarks.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class FlowNetworkTest {
  private static final int DISK = 0;
  private static final int OTHER_DISK = 1;
  private static final int LINK = 2;

  private final FlowNetwork network = new FlowNetwork(new double[] {100, 100, 50});

  @Test
  void aSingleReaderHasTheWholeDisk() {
    network.start(1, 200, DISK);

    assertThat(network.nextEnd()).isEqualTo(3);
    network.endNext();
    assertThat(network.nextEnd()).isInfinite();
  }

  @Test
  void twoReadersShareADisk() {
    int first = network.start(0, 100, DISK);
    int second = network.start(0, 200, DISK);

    // 50 a second each: the first ends at 2, the second has 100 left and the disk alone
    assertThat(network.nextEnd()).isEqualTo(2);
    assertThat(network.endNext()).isEqualTo(first);
    assertThat(network.nextEnd()).isEqualTo(3);
    assertThat(network.endNext()).isEqualTo(second);
  }

  @Test
  void aReaderThatComesLaterSlowsTheFirstDown() {
    network.start(0, 100, DISK);
    network.start(0.5, 100, DISK);

    // the first has 50 left at 0.5 and reads 50 a second; then the second has 50 left
    assertThat(network.nextEnd()).isEqualTo(1.5);
    network.endNext();
    assertThat(network.nextEnd()).isEqualTo(2);
  }

  @Test
  void theNarrowestResourceSetsThePace() {
    int remote = network.start(0, 100, DISK, LINK);
    int local = network.start(0, 100, OTHER_DISK);

    assertThat(network.rate(remote)).isEqualTo(50);
    assertThat(network.rate(local)).isEqualTo(100);
    network.start(0, 100, OTHER_DISK, LINK);
    assertThat(network.rate(remote)).isEqualTo(25);
    assertThat(network.rate(local)).isEqualTo(50);
  }

  @Test
  void whatIsHeldUpElsewhereKeepsItsShare() {
    network.start(0, 100, DISK, LINK);
    network.start(0, 100, OTHER_DISK, LINK);
    int local = network.start(0, 100, DISK);

    // max-min fairness would give it 75: the other reader of the disk gets 25 by the link
    assertThat(network.rate(local)).isEqualTo(50);
  }

  @Test
  void nothingTakesNoTime() {
    network.start(4, 0, DISK, LINK);

    assertThat(network.nextEnd()).isEqualTo(4);
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThatIllegalArgumentException().isThrownBy(() -> network.start(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> network.start(0, -1, DISK));
    assertThatIllegalArgumentException().isThrownBy(() -> new FlowNetwork(new double[] {0}));
  }

  /** Bytes are conserved, no resource is overloaded, and time does not go back. */
  @Property(tries = 100)
  void conserves(@ForAll long seed) {
    Random random = new Random(seed);
    double[] bandwidth = new double[6];
    for (int i = 0; i < bandwidth.length; i++) {
      bandwidth[i] = 1 + random.nextInt(100);
    }
    FlowNetwork any = new FlowNetwork(bandwidth);
    double[] started = new double[bandwidth.length];
    Map<Integer, int[]> paths = new HashMap<>();
    double now = 0;
    int ended = 0;
    for (int i = 0; i < 200; i++) {
      double next = now + random.nextDouble();
      while (any.nextEnd() <= next) {
        assertThat(any.nextEnd()).isGreaterThanOrEqualTo(now);
        now = any.nextEnd();
        paths.remove(any.endNext());
        ended++;
      }
      now = next;
      int[] path =
          random.ints(0, bandwidth.length).distinct().limit(1 + random.nextInt(4)).toArray();
      double bytes = random.nextInt(200);
      for (int resource : path) {
        started[resource] += bytes;
      }
      paths.put(any.start(now, bytes, path), path);
      assertNotOverloaded(any, paths, bandwidth);
    }
    while (any.size() > 0) {
      now = any.nextEnd();
      any.endNext();
      ended++;
    }
    assertThat(ended).isEqualTo(200);
    for (int resource = 0; resource < bandwidth.length; resource++) {
      assertThat(any.moved(resource)).isCloseTo(started[resource], within(1e-6));
      assertThat(any.users(resource)).isZero();
      assertThat(now * bandwidth[resource]).isGreaterThanOrEqualTo(started[resource] * (1 - 1e-9));
    }
  }

  private static void assertNotOverloaded(
      FlowNetwork network, Map<Integer, int[]> paths, double[] bandwidth) {
    double[] used = new double[bandwidth.length];
    paths.forEach(
        (flow, path) -> {
          boolean bound = false;
          for (int resource : path) {
            used[resource] += network.rate(flow);
            double share = bandwidth[resource] / network.users(resource);
            assertThat(network.rate(flow)).isLessThanOrEqualTo(share * (1 + 1e-9));
            bound |= network.rate(flow) >= share * (1 - 1e-9);
          }
          assertThat(bound).as("some resource holds the transfer up").isTrue();
        });
    for (int resource = 0; resource < used.length; resource++) {
      assertThat(used[resource]).isLessThanOrEqualTo(bandwidth[resource] * (1 + 1e-9));
    }
  }
}

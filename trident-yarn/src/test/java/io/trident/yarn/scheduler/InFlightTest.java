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
package io.trident.yarn.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.yarn.api.records.NodeId;
import org.junit.jupiter.api.Test;

class InFlightTest {
  private static final NodeId N1 = NodeId.newInstance("n1", 1);
  private static final NodeId N2 = NodeId.newInstance("n2", 1);
  private final InFlight inFlight = new InFlight();

  @Test
  void countsPerNodeAndInTotal() {
    inFlight.add(N1, 0);
    inFlight.add(N1, 0);
    inFlight.add(N2, 0);
    assertThat(inFlight.size()).isEqualTo(3);
    assertThat(inFlight.on(N1)).isEqualTo(2);
    assertThat(inFlight.settle(N1)).isTrue();
    assertThat(inFlight.on(N1)).isEqualTo(1);
    assertThat(inFlight.size()).isEqualTo(2);
  }

  @Test
  void anAllocationThatWasNotProposedSettlesNothing() {
    inFlight.add(N1, 0);
    assertThat(inFlight.settle(N2)).isFalse();
    assertThat(inFlight.size()).isEqualTo(1);
  }

  @Test
  void expiresWhatIsOlderThanTheLimitEvenWhenTheClockIsNegative() {
    inFlight.add(N1, -100);
    inFlight.add(N2, -50);
    inFlight.expire(-60);
    assertThat(inFlight.on(N1)).isZero();
    assertThat(inFlight.on(N2)).isEqualTo(1);
    inFlight.expire(0);
    assertThat(inFlight.size()).isZero();
  }

  @Test
  void aCandidateIsSettledOnce() {
    InFlight.Candidate candidate = inFlight.add(N1, 0);
    inFlight.add(N1, 1);
    inFlight.settle(candidate);
    inFlight.settle(candidate);
    assertThat(inFlight.size()).isEqualTo(1);
    inFlight.expire(100);
    assertThat(inFlight.size()).isZero();
    assertThat(inFlight.on(N1)).isZero();
  }

  @Test
  void clearingForgetsEverythingAlsoForLaterSettling() {
    InFlight.Candidate candidate = inFlight.add(N1, 0);
    inFlight.clear();
    inFlight.settle(candidate);
    assertThat(inFlight.size()).isZero();
    assertThat(inFlight.settle(N1)).isFalse();
  }
}

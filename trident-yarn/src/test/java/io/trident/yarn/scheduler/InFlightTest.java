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

import io.trident.yarn.scheduler.RoomIndex.Proposal;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;

class InFlightTest {
  private static final NodeId N1 = NodeId.newInstance("n1", 1);
  private static final NodeId N2 = NodeId.newInstance("n2", 1);
  private final InFlight inFlight = new InFlight();

  private Proposal propose(NodeId node, long sinceNanos) {
    Proposal proposal = new Proposal(node, Resource.newInstance(1, 1), sinceNanos);
    inFlight.add(proposal);
    return proposal;
  }

  @Test
  void countsPerNodeAndInTotal() {
    propose(N1, 0);
    propose(N1, 0);
    propose(N2, 0);
    assertThat(inFlight.size()).isEqualTo(3);
    assertThat(inFlight.on(N1)).isEqualTo(2);
    assertThat(inFlight.settle(N1)).isNotNull();
    assertThat(inFlight.on(N1)).isEqualTo(1);
    assertThat(inFlight.size()).isEqualTo(2);
  }

  @Test
  void anAllocationThatWasNotProposedSettlesNothing() {
    propose(N1, 0);
    assertThat(inFlight.settle(N2)).isNull();
    assertThat(inFlight.size()).isEqualTo(1);
  }

  @Test
  void expiresWhatIsOlderThanTheLimitEvenWhenTheClockIsNegative() {
    propose(N1, -100);
    propose(N2, -50);
    assertThat(inFlight.expire(-60)).extracting(Proposal::node).containsExactly(N1);
    assertThat(inFlight.on(N1)).isZero();
    assertThat(inFlight.on(N2)).isEqualTo(1);
    inFlight.expire(0);
    assertThat(inFlight.size()).isZero();
  }

  @Test
  void aCandidateIsSettledOnce() {
    Proposal candidate = propose(N1, 0);
    propose(N1, 1);
    inFlight.settle(candidate);
    inFlight.settle(candidate);
    assertThat(inFlight.size()).isEqualTo(1);
    inFlight.expire(100);
    assertThat(inFlight.size()).isZero();
    assertThat(inFlight.on(N1)).isZero();
  }

  @Test
  void clearingForgetsEverythingAlsoForLaterSettling() {
    Proposal candidate = propose(N1, 0);
    assertThat(inFlight.clear()).containsExactly(candidate);
    inFlight.settle(candidate);
    assertThat(inFlight.size()).isZero();
    assertThat(inFlight.settle(N1)).isNull();
  }
}

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

import io.trident.core.model.Locality;
import io.trident.core.request.PotentialContainer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.junit.jupiter.api.Test;

class NodeSharesTest {
  private static final long GAINS = 7;
  private static final long SHORT = 1_000;
  private static final long OLD = 2_000;

  /** Two containers on {@code a}, one on {@code b}, off-rack. */
  private static NodeShares shares(int wanted) {
    List<PotentialContainer> candidates =
        new ArrayList<>(
            List.of(
                new PotentialContainer("a", 1, Locality.NODE_LOCAL),
                new PotentialContainer("a", 8, Locality.NODE_LOCAL),
                new PotentialContainer("b", 100, Locality.OFF_RACK)));
    return new NodeShares(
        new PlacementPlan(candidates, GAINS, OLD),
        wanted,
        GAINS,
        0,
        new NodeShares.Ages(SHORT, OLD));
  }

  @Test
  void aPlanIsFollowedUntilItIsOld() {
    NodeShares shares = shares(3);
    assertThat(shares.isOver(OLD - 1, GAINS + 1)).isFalse();
    assertThat(shares.isOver(OLD, GAINS)).isTrue();
  }

  @Test
  void oneThatLostRoomIsMadeAnew() {
    NodeShares shares = shares(3);
    assertThat(shares.isOver(0, GAINS + 1)).isFalse();
    shares.lose("b");
    assertThat(shares.size()).isEqualTo(2);
    assertThat(shares.isOver(0, GAINS)).isTrue();
  }

  @Test
  void oneThatIsUsedUpIsMadeAnewWhenThereIsNewRoom() {
    NodeShares shares = shares(3);
    shares.placed("a", NodeType.NODE_LOCAL);
    shares.placed("a", NodeType.NODE_LOCAL);
    shares.placed("b", NodeType.OFF_SWITCH);
    assertThat(shares.isEmpty()).isTrue();
    assertThat(shares.isOver(0, GAINS)).isFalse();
    assertThat(shares.isOver(0, GAINS + 1)).isTrue();
  }

  @Test
  void oneThatWasShortOfRoomIsMadeAnewSoonerWhenThereIsNewRoom() {
    NodeShares shares = shares(4);
    assertThat(shares.isOver(SHORT, GAINS)).isFalse();
    assertThat(shares.isOver(SHORT - 1, GAINS + 1)).isFalse();
    assertThat(shares.isOver(SHORT, GAINS + 1)).isTrue();
  }

  @Test
  void nodeLocalRoomGoesToWhatThereWasNoRoomForAndThenToTheDearest() {
    NodeShares shares = shares(4);
    shares.improve("c", 3);
    assertThat(shares.on("c").upTo(NodeType.NODE_LOCAL)).isEqualTo(2);
    assertThat(shares.unplanned()).isZero();
    assertThat(shares.others()).isZero();
    assertThat(shares.size()).isEqualTo(4);
  }

  @Test
  void whatIsPlacedElsewhereIsOfThoseThatThereWasNoRoomForAndThenTheDearest() {
    NodeShares shares = shares(4);
    assertThat(shares.unplanned()).isEqualTo(1);
    shares.placed("c", NodeType.OFF_SWITCH);
    assertThat(shares.unplanned()).isZero();
    assertThat(shares.size()).isEqualTo(3);
    shares.placed("c", NodeType.OFF_SWITCH);
    assertThat(shares.on("b").upTo(NodeType.OFF_SWITCH)).isZero();
    assertThat(shares.on("a").upTo(NodeType.NODE_LOCAL)).isEqualTo(2);
  }
}

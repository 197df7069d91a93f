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
package io.trident.hdfs.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.hdfs.namenode.LeaseTable.Pin;
import io.trident.hdfs.namenode.LeaseTable.Terms;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class LeaseTableTest {
  private static final Terms ANNA = new Terms("anna", "job_1", "pool", 100);

  private AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 50); // overflows soon
  private LeaseTable table = new LeaseTable(() -> clock.get());

  private static Pin pin(long block, String node) {
    return new Pin("/f", block, node, node, 10 * block);
  }

  @Test
  void aLeaseEndsUnlessRenewed() {
    table.open("l", ANNA);
    clock.addAndGet(99);
    assertThat(table.ended()).isEmpty();
    assertThat(table.remainingNanos("l")).isEqualTo(1);
    table.open("l", ANNA);
    clock.addAndGet(99);
    assertThat(table.ended()).isEmpty();
    clock.addAndGet(1);
    assertThat(table.ended()).containsExactly("l");
    assertThat(table.remainingNanos("l")).isZero();
  }

  @Test
  void aClockThatJumpsForwardsEndsALeaseWhichMayBeOpenedAgain() {
    table.open("l", ANNA);
    clock.addAndGet(1_000_000);
    assertThat(table.ended()).containsExactly("l");
    table.open("l", ANNA);
    assertThat(table.ended()).isEmpty();
    assertThat(table.remainingNanos("l")).isEqualTo(100);
  }

  @Test
  void aClockThatJumpsBackwardsProlongsNoLeaseBeyondItsTimeToLive() {
    table.open("l", ANNA);
    clock.addAndGet(-1_000_000);
    assertThat(table.ended()).isEmpty();
    assertThat(table.remainingNanos("l")).isEqualTo(100);
    clock.addAndGet(100);
    assertThat(table.ended()).containsExactly("l");
  }

  @Test
  void nobodyElseMayRenew() {
    table.open("l", ANNA);
    assertThat(table.open("l", new Terms("bert", "job_1", "pool", 100))).isEmpty();
    assertThat(table.terms("l")).contains(ANNA);
  }

  @Test
  void theTermsOfTheFirstCallHold() {
    table.open("l", ANNA);
    assertThat(table.open("l", new Terms("anna", "job_2", "other", 5))).contains(ANNA);
    clock.addAndGet(50);
    assertThat(table.ended()).isEmpty();
  }

  @Test
  void pinsAreTakenInPortions() {
    table.open("l", ANNA);
    for (int i = 0; i < 4; i++) {
      assertThat(table.add("l", pin(i, "n"))).isTrue();
      assertThat(table.add("l", pin(i, "n"))).isFalse();
    }
    assertThat(table.take("l", 2)).hasSize(2);
    assertThat(table.take("l", 2)).hasSize(2);
    assertThat(table.terms("l")).as("not yet seen to be empty").isPresent();
    assertThat(table.take("l", 2)).isEmpty();
    assertThat(table.terms("l")).isEmpty();
    assertThat(table.add("l", pin(1, "n"))).isFalse();
  }

  @Test
  void whatAnApplicationMasterTakesOverFromItsClientCountsOnceInThePool() {
    Terms client = new Terms("anna", "job_1", "pool", 100);
    Terms otherJob = new Terms("anna", "job_2", "pool", 100);
    Terms otherUser = new Terms("bert", "job_1", "pool", 100);
    Terms otherPool = new Terms("anna", "job_1", "rest", 100);
    int i = 0;
    for (Terms terms : List.of(client, ANNA, otherJob, otherUser, otherPool)) {
      table.open("l" + i, terms);
      assertThat(table.isCharged(terms, pin(4, "n"))).isEqualTo(i == 1);
      table.add("l" + i++, pin(4, "n"));
    }
    assertThat(table.poolBytes()).isEqualTo(Map.of("pool", 120L, "rest", 40L));
    table.take("l0", 10);
    assertThat(table.poolBytes("pool")).as("the master still holds it").isEqualTo(120);
    table.take("l1", 10);
    assertThat(table.poolBytes("pool")).isEqualTo(80);
  }

  @Test
  void aBlockThatGrewBetweenTwoPinsIsGivenBackAsItWasCounted() {
    table.open("client", ANNA);
    table.open("master", ANNA);
    table.add("client", new Pin("/f", 1, "n", "n", 100));
    table.add("master", new Pin("/f", 1, "n", "n", 103));
    assertThat(table.poolBytes("pool")).isEqualTo(103);
    table.take("client", 10);
    assertThat(table.poolBytes("pool")).isEqualTo(103);
    table.take("master", 10);
    assertThat(table.poolBytes()).isEmpty();
  }

  /** What was done to a table. */
  private record Step(int what, String lease, long block, String node, long nanos) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 5),
            Arbitraries.of("l1", "l2", "l3"),
            Arbitraries.longs().between(1, 3),
            Arbitraries.of("n1", "n2"),
            Arbitraries.longs().between(0, 60))
        .as(Step::new)
        .list()
        .ofMaxSize(60);
  }

  /** Against the simplest table there is: a set of (lease, block, node). */
  @Property(tries = 500)
  void agreesWithASetOfPins(@ForAll("steps") List<Step> steps) {
    clock = new AtomicLong(Long.MAX_VALUE - 500);
    table = new LeaseTable(() -> clock.get());
    Set<List<Object>> pins = new LinkedHashSet<>();
    Map<String, Long> ends = new HashMap<>();
    for (Step step : steps) {
      String lease = step.lease();
      Pin pin = pin(step.block(), step.node());
      List<Object> entry = List.of(lease, step.block(), step.node());
      switch (step.what()) {
        case 0, 1 -> {
          table.open(lease, ANNA);
          ends.put(lease, clock.get() + 100);
        }
        case 2 ->
            assertThat(table.add(lease, pin)).isEqualTo(ends.containsKey(lease) && pins.add(entry));
        case 3 -> assertThat(table.take(lease, pin)).isEqualTo(pins.remove(entry));
        case 4 -> {
          table.take(lease, 100);
          pins.removeIf(known -> known.get(0).equals(lease));
          ends.remove(lease);
        }
        default -> clock.addAndGet(step.nanos());
      }
      assertAgrees(pins, ends);
    }
  }

  private void assertAgrees(Set<List<Object>> pins, Map<String, Long> ends) {
    assertThat(table.pinCount()).isEqualTo(pins.size());
    assertThat(table.size()).isEqualTo(ends.size());
    assertThat(new TreeSet<>(table.ended()))
        .isEqualTo(
            ends.entrySet().stream()
                .filter(end -> end.getValue() - clock.get() <= 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new)));
    Set<Object> blocks = pins.stream().map(pin -> pin.get(1)).collect(Collectors.toSet());
    assertThat(Set.<Object>copyOf(table.blocks())).isEqualTo(blocks);
    long bytes =
        pins.stream()
            .map(pin -> pin.subList(1, 3)) // all leases are of one user and owner
            .distinct()
            .mapToLong(place -> 10 * (Long) place.get(0))
            .sum();
    assertThat(table.poolBytes()).isEqualTo(bytes == 0 ? Map.of() : Map.of("pool", bytes));
    for (long block = 1; block <= 3; block++) {
      long id = block;
      assertThat(Set.<Object>copyOf(table.nodesOf(block)))
          .isEqualTo(
              pins.stream()
                  .filter(pin -> pin.get(1).equals(id))
                  .map(pin -> pin.get(2))
                  .collect(Collectors.toSet()));
    }
  }
}

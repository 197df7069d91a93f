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

import io.trident.hdfs.namenode.LeaseTable.Account;
import io.trident.hdfs.namenode.LeaseTable.Charge;
import io.trident.hdfs.namenode.LeaseTable.LeaseKey;
import io.trident.hdfs.namenode.LeaseTable.Pin;
import io.trident.hdfs.namenode.LeaseTable.Place;
import io.trident.hdfs.namenode.LeaseTable.Terms;
import io.trident.hdfs.namenode.LeaseTable.UserUse;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class LeaseTableTest {
  private static final Terms ANNA = new Terms("anna", "job_1", "pool", 100);
  private static final LeaseKey L = new LeaseKey("anna", "l");

  private AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 50); // overflows soon
  private Map<String, Long> poolUse = new HashMap<>();
  private LeaseTable table = newTable();

  private LeaseTable newTable() {
    return new LeaseTable(
        () -> clock.get(), (pool, bytes) -> poolUse.merge(pool, bytes, Long::sum));
  }

  private static Pin pin(long block, String node) {
    return new Pin("/f", block, node, node);
  }

  private boolean add(LeaseKey lease, Pin pin) {
    return table.add(lease, pin, 10 * pin.blockId());
  }

  @Test
  void aLeaseEndsUnlessRenewed() {
    table.open(L, ANNA);
    clock.addAndGet(99);
    assertThat(table.ended()).isEmpty();
    assertThat(table.remainingNanos(L)).isEqualTo(1);
    table.open(L, ANNA);
    clock.addAndGet(99);
    table.prolong(L);
    clock.addAndGet(99);
    assertThat(table.ended()).isEmpty();
    clock.addAndGet(1);
    assertThat(table.ended()).containsExactly(L);
    assertThat(table.remainingNanos(L)).isZero();
  }

  @Test
  void aClockThatJumpsForwardsEndsALeaseWhichMayBeOpenedAgain() {
    table.open(L, ANNA);
    clock.addAndGet(1_000_000);
    assertThat(table.ended()).containsExactly(L);
    table.open(L, ANNA);
    assertThat(table.ended()).isEmpty();
    assertThat(table.remainingNanos(L)).isEqualTo(100);
  }

  @Test
  void aClockThatJumpsBackwardsProlongsNoLeaseBeyondItsTimeToLive() {
    table.open(L, ANNA);
    clock.addAndGet(-1_000_000);
    assertThat(table.ended()).isEmpty();
    assertThat(table.remainingNanos(L)).isEqualTo(100);
    clock.addAndGet(100);
    assertThat(table.ended()).containsExactly(L);
  }

  @Test
  void usersNameTheirLeasesEachForThemselves() {
    LeaseKey berts = new LeaseKey("bert", "l");
    table.open(L, ANNA);
    table.open(berts, new Terms("bert", "job_1", "pool", 100));
    add(L, pin(1, "n"));
    assertThat(table.terms(berts)).map(Terms::user).contains("bert");
    assertThat(table.isEmpty(berts)).isTrue();
    table.take(berts, 1);
    assertThat(table.terms(L)).contains(ANNA);
    assertThat(table.terms(berts)).isEmpty();
  }

  @Test
  void theTermsOfTheFirstCallHold() {
    table.open(L, ANNA);
    assertThat(table.open(L, new Terms("anna", "job_2", "pool", 5))).isEqualTo(ANNA);
    clock.addAndGet(50);
    assertThat(table.ended()).isEmpty();
  }

  @Test
  void pinsAreTakenInPortions() {
    table.open(L, ANNA);
    for (int i = 0; i < 4; i++) {
      assertThat(add(L, pin(i, "n"))).isTrue();
      assertThat(add(L, pin(i, "n"))).isFalse();
    }
    assertThat(table.take(L, 2)).hasSize(2);
    assertThat(table.take(L, 2)).hasSize(2);
    assertThat(table.terms(L)).as("not yet seen to be empty").isPresent();
    assertThat(table.take(L, 2)).isEmpty();
    assertThat(table.terms(L)).isEmpty();
    assertThat(add(L, pin(1, "n"))).isFalse();
  }

  @Test
  void pinsAndLeasesAreWalkedInOrder() {
    LeaseKey other = new LeaseKey("anna", "m");
    table.open(other, ANNA);
    table.open(L, ANNA);
    List.of(pin(2, "b"), pin(-1, "a"), pin(2, "a"), pin(1, "z")).forEach(pin -> add(L, pin));
    assertThat(table.pinsAfter(L, Place.FIRST, 3))
        .containsExactly(pin(-1, "a"), pin(1, "z"), pin(2, "a"));
    assertThat(table.pinsAfter(L, new Place(2, "a"), 3)).containsExactly(pin(2, "b"));
    assertThat(table.from(new LeaseKey("anna", "k"))).contains(L);
    assertThat(table.from(L)).contains(L);
    assertThat(table.after(L)).contains(other);
    assertThat(table.after(other)).isEmpty();
  }

  @Test
  void whatAnApplicationMasterTakesOverFromItsClientCountsOnceInThePool() {
    Terms client = new Terms("anna", "job_1", "pool", 100);
    Terms otherJob = new Terms("anna", "job_2", "pool", 100);
    Terms otherUser = new Terms("bert", "job_1", "pool", 100);
    Terms otherPool = new Terms("anna", "job_1", "rest", 100);
    int i = 0;
    for (Terms terms : List.of(client, ANNA, otherJob, otherUser, otherPool)) {
      LeaseKey lease = new LeaseKey(terms.user(), "l" + i);
      table.open(lease, terms);
      assertThat(table.isCharged(terms, pin(4, "n"))).isEqualTo(i++ == 1);
      add(lease, pin(4, "n"));
    }
    assertThat(table.poolBytes()).isEqualTo(Map.of("pool", 120L, "rest", 40L));
    assertThat(table.useOf("anna")).isEqualTo(new UserUse(120, 4));
    table.take(new LeaseKey("anna", "l0"), 10);
    assertThat(table.poolBytes()).as("the master still holds it").containsEntry("pool", 120L);
    table.take(new LeaseKey("anna", "l1"), 10);
    assertThat(table.poolBytes()).containsEntry("pool", 80L);
    assertThat(table.useOf("anna")).isEqualTo(new UserUse(80, 2));
  }

  @Test
  void aBlockThatGrewCountsAsItIsAndIsTakenWhereItDoesNotFit() {
    LeaseKey master = new LeaseKey("anna", "master");
    LeaseKey rest = new LeaseKey("anna", "rest");
    Terms other = new Terms("anna", "job_1", "rest", 100);
    table.open(L, ANNA);
    table.open(master, ANNA);
    table.open(rest, other);
    table.add(L, pin(1, "n"), 100);
    table.add(master, pin(1, "n"), 103);
    table.add(rest, pin(1, "n"), 0);
    assertThat(table.poolBytes())
        .as("not resized by a pin")
        .isEqualTo(Map.of("pool", 100L, "rest", 100L));
    assertThat(table.resize(1, 100)).isEmpty();
    assertThat(table.resize(1, 103)).hasSize(2);
    assertThat(table.poolBytes()).isEqualTo(Map.of("pool", 103L, "rest", 103L));
    assertThat(table.resize(1, 50)).as("less needs no room").isEmpty();
    Charge charge = new Charge(new Account("anna", "job_1", "pool"), new Place(1, "n"));
    assertThat(table.take(charge)).as("of both leases").isEqualTo(2);
    assertThat(table.take(charge)).isZero();
    assertThat(table.poolBytes()).isEqualTo(Map.of("rest", 50L));
    assertThat(table.isEmpty(L)).isTrue();
    assertThat(table.nodesOf(1)).containsExactly("n");
  }

  @Test
  void longPathsWeighMore() {
    table.open(L, ANNA);
    Pin heavy = new Pin("/" + "f".repeat(1_000), 1, "n", "n");
    add(L, heavy);
    add(L, pin(2, "n"));
    assertThat(table.weight()).isEqualTo(5);
    assertThat(table.pinCount()).isEqualTo(2);
    table.take(L, heavy);
    assertThat(table.weight()).isEqualTo(1);
  }

  /** What was done to a table. */
  private record Step(int what, LeaseKey lease, long block, String node, long amount) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 7),
            Arbitraries.of(L, new LeaseKey("anna", "l2"), new LeaseKey("bert", "l")),
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
    poolUse = new HashMap<>();
    table = newTable();
    Model model = new Model();
    for (Step step : steps) {
      LeaseKey lease = step.lease();
      Pin pin = pin(step.block(), step.node());
      Held held = new Held(lease, pin.place());
      switch (step.what()) {
        case 0, 1 -> {
          table.open(lease, new Terms(lease.user(), "job_1", "pool", 100));
          model.ends.put(lease, clock.get() + 100);
        }
        case 2, 3 -> {
          boolean added = model.ends.containsKey(lease) && model.pins.add(held);
          assertThat(table.add(lease, pin, step.amount())).isEqualTo(added);
          if (added) {
            model.bytes.putIfAbsent(step.block(), step.amount());
          }
        }
        case 4 -> assertThat(table.take(lease, pin)).isEqualTo(model.pins.remove(held));
        case 5 -> {
          table.take(lease, 100);
          model.pins.removeIf(known -> known.lease().equals(lease));
          model.ends.remove(lease);
        }
        case 6 -> {
          table.resize(step.block(), step.amount());
          model.bytes.replace(step.block(), step.amount());
        }
        default -> clock.addAndGet(step.amount());
      }
      model.forgetUnpinned();
      assertAgrees(model);
    }
  }

  private void assertAgrees(Model model) {
    assertThat(table.pinCount()).isEqualTo(model.pins.size());
    assertThat(table.size()).isEqualTo(model.ends.size());
    assertThat(new TreeSet<>(table.ended()))
        .isEqualTo(
            model.ends.entrySet().stream()
                .filter(end -> end.getValue() - clock.get() <= 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new)));
    assertThat(Set.copyOf(table.blocks())).isEqualTo(model.bytes.keySet());
    long bytes = model.bytesOf("anna") + model.bytesOf("bert");
    assertThat(table.poolBytes().getOrDefault("pool", 0L)).isEqualTo(bytes);
    assertThat(poolUse.getOrDefault("pool", 0L)).isEqualTo(bytes);
    for (String user : List.of("anna", "bert")) {
      assertThat(table.useOf(user))
          .isEqualTo(new UserUse(model.bytesOf(user), model.pinsOf(user).count()));
    }
    for (long block = 1; block <= 3; block++) {
      long id = block;
      assertThat(table.bytesOf(id)).isEqualTo(model.bytes.getOrDefault(id, 0L));
      assertThat(table.nodesOf(block))
          .isEqualTo(
              model.pins.stream()
                  .map(Held::place)
                  .filter(place -> place.blockId() == id)
                  .map(Place::node)
                  .collect(Collectors.toSet()));
    }
  }

  private record Held(LeaseKey lease, Place place) {}

  private static final class Model {
    private final Set<Held> pins = new HashSet<>();
    private final Map<LeaseKey, Long> ends = new HashMap<>();
    private final Map<Long, Long> bytes = new HashMap<>();

    void forgetUnpinned() {
      bytes
          .keySet()
          .removeIf(block -> pins.stream().noneMatch(pin -> pin.place().blockId() == block));
    }

    Stream<Held> pinsOf(String user) {
      return pins.stream().filter(pin -> pin.lease().user().equals(user));
    }

    /** All leases of a user are of one owner. */
    long bytesOf(String user) {
      return pinsOf(user)
          .map(Held::place)
          .distinct()
          .mapToLong(place -> bytes.getOrDefault(place.blockId(), 0L))
          .sum();
    }
  }
}

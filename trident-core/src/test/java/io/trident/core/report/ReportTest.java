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
package io.trident.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.cost.CostModel;
import io.trident.core.matching.SlotGroup;
import io.trident.core.model.BlockInput;
import io.trident.core.model.Locality;
import io.trident.core.model.ReadSource;
import io.trident.core.model.Replica;
import io.trident.core.model.StorageTier;
import io.trident.core.placement.PlacementTask;
import io.trident.core.placement.TaskRead;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Example;
import org.jspecify.annotations.Nullable;

class ReportTest {
  private static final PlacementTask TASK =
      new PlacementTask(
          "0",
          List.of(
              new BlockInput(
                  1 << 20,
                  List.of(
                      Replica.stored("n1", StorageTier.NVDIMM),
                      Replica.stored("n2", StorageTier.DISK)))),
          Set.of("e9"));

  private static ReadSource sourceOn(
      PlacementTask task, String executor, String node, String rack) {
    return TaskRead.of(
            task,
            new SlotGroup(executor, node, rack, 1),
            name -> name.equals("far") ? "/r2" : "/r1",
            CostModel.DEFAULT)
        .source();
  }

  @Example
  void theSourceIsWhatServesTheTaskWhereItRuns() {
    assertThat(sourceOn(TASK, "e9", "n1", "/r1")).isEqualTo(ReadSource.PROCESS);
    assertThat(sourceOn(TASK, "e1", "n1", "/r1")).isEqualTo(ReadSource.NVDIMM);
    assertThat(sourceOn(TASK, "e2", "n2", "/r1")).isEqualTo(ReadSource.DISK);
    assertThat(sourceOn(TASK, "e3", "n3", "/r1")).isEqualTo(ReadSource.RACK);
    assertThat(sourceOn(TASK, "e4", "far", "/r2")).isEqualTo(ReadSource.REMOTE);
    PlacementTask anywhere = new PlacementTask("1", List.of(), Set.of());
    assertThat(sourceOn(anywhere, "e1", "n1", "/r1")).isEqualTo(ReadSource.UNKNOWN);
  }

  @Example
  void everyTierOfTheOwnNodeIsASourceOfItsName() {
    for (StorageTier tier : StorageTier.values()) {
      assertThat(ReadSource.of(Locality.NODE_LOCAL, tier).label()).isEqualTo(tier.label());
    }
    assertThat(ReadSource.of(Locality.NODE_LOCAL, null)).isEqualTo(ReadSource.UNKNOWN);
  }

  private static TaskReport task(
      String reason, TaskReport.@Nullable Better better, TaskReport.@Nullable Held held) {
    return new TaskReport(3, 7, "e1", "n1", "disk", 20, reason, better, held);
  }

  @Example
  void theReasonIsReportedInWords() {
    TaskReport.Better better = new TaskReport.Better("e2", "n2", 1, List.of(4));
    assertThat(task("optimum", better, null).because())
        .isEqualTo(
            "Executor e2 on n2 would have cost 1.0, but went to task 4: this way the sum of all"
                + " costs is the least.");
    assertThat(task("policy", new TaskReport.Better("e2", "n2", 8, List.of()), null).because())
        .isEqualTo("Executor e2 on n2 would have cost 8.0, as the policy decided.");
    assertThat(task("speculative", null, null).because()).contains("speculative copy");
    assertThat(task("engine", null, null).because()).contains("by the engine");
    assertThat(task("of a later version", null, null).because()).isEqualTo("of a later version");
    List<Integer> many = new ArrayList<>();
    for (int i = 0; i < TaskReport.MAX_TAKERS; i++) {
      many.add(i);
    }
    assertThat(task("optimum", new TaskReport.Better("e2", "n2", 1, many), null).because())
        .contains("went to tasks 0, 1, 2, 3, 4, 5, 6, 7, ...");
    assertThat(task("cheapest", null, new TaskReport.Held(1, "e5", 0.25, 2)).because())
        .isEqualTo(
            "No slot on offer was cheaper. Before, held back for executor e5 in 1 round: a wait of"
                + " 0.25 s was expected to save 2.00 s.");
  }

  @Example
  void theBestCostIsThatOfTheBetterSlotIfThereIsOne() {
    assertThat(task("cheapest", null, null).bestCost()).isEqualTo(20);
    assertThat(task("optimum", new TaskReport.Better("e2", "n2", 1, List.of()), null).bestCost())
        .isEqualTo(1);
  }

  @Example
  void sourcesAreListedBestFirstAndThoseOfALaterVersionLast() {
    StageReport report =
        new StageReport(
            4,
            1,
            "count",
            "trident",
            9,
            6,
            2,
            1,
            Map.of("crystal", 1, "disk", 2, "process", 3, "unknown", 3),
            1,
            null,
            6,
            0,
            1,
            1,
            1,
            List.of(),
            List.of(),
            9,
            0,
            null);
    assertThat(report.sources().keySet()).containsExactly("process", "disk", "unknown", "crystal");
    assertThat(report.count(ReadSource.DISK)).isEqualTo(2);
    assertThat(report.count(ReadSource.SSD)).isZero();
    assertThat(report.launched()).isEqualTo(9);
    assertThat(report.id()).isEqualTo("4.1");
  }

  @Example
  void whatPrefetchingCameToIsOneLine() {
    PrefetchReport all =
        new PrefetchReport("trident-delay", 9, 5, 4, 3, 1, "no room", 1.5, 9, 7, 6, 6.25);
    assertThat(all.line())
        .isEqualTo(
            "trident-delay: 5 of 9 blocks planned, 4 cached, 3 found in memory, 1 cached for nothing,"
                + " 1 failed (no room); delayed by 1.50 s at most; predicted 6.00 s (without 9.00 s,"
                + " all 7.00 s), took 6.25 s");
    PrefetchReport nothing = new PrefetchReport("trident", 2, 0, 0, 0, 0, null, 0, 3, 4, 3, null);
    assertThat(nothing.line())
        .isEqualTo("trident: 0 of 2 blocks planned; predicted 3.00 s (without 3.00 s, all 4.00 s)");
    assertThat(all.unused()).isEqualTo(1);
    // A block that was lost after a task found it.
    assertThat(new PrefetchReport("trident", 2, 2, 0, 1, 1, "", 0, 3, 4, 3, null).unused())
        .isZero();
  }

  @Example
  void labelsFindTheirReasonsAndUnknownOnesSpeakForThemselves() {
    for (StockReason reason : StockReason.values()) {
      assertThat(StockReason.ofLabel(reason.label())).contains(reason);
      assertThat(StockReason.sentenceOf(reason.label())).isEqualTo(reason.sentence());
    }
    for (PlacementReason reason : PlacementReason.values()) {
      assertThat(PlacementReason.ofLabel(reason.label())).contains(reason);
    }
    assertThat(StockReason.sentenceOf("mood")).isEqualTo("mood");
  }
}

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
package io.trident.lab.demo.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.lab.CommandRun;
import io.trident.lab.demo.DemoOptions;
import io.trident.lab.demo.Engine;
import io.trident.minicluster.CacheWatch.Copy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ComparisonReportTest {
  private static final PrefetcherComparisonResult RESULT =
      new PrefetcherComparisonResult(
          new ComparisonOptions(
              new DemoOptions(3, 2, 4, 82 * DemoOptions.BLOCK_UNIT, 2, Path.of("unused")),
              1e6,
              2,
              List.of(Engine.STOCK, Engine.TRIDENT),
              List.of(PrefetcherName.NONE, PrefetcherName.PREFETCH_ALL, PrefetcherName.TRIDENT)),
          new MeasuredTimes(6, 2, 3e6),
          List.of(
              run("stock", PrefetcherName.NONE, 1, 30, 0, 0, 0),
              run("trident", PrefetcherName.PREFETCH_ALL, 1, 20, 2, 4, 2),
              run("trident", PrefetcherName.PREFETCH_ALL, 2, 24, 3, 4, 1),
              run("trident", PrefetcherName.TRIDENT, 1, 21, 2, 2, 0)),
          100);

  private static PrefetchRun run(
      String scheduler,
      PrefetcherName prefetcher,
      int repeat,
      double seconds,
      int fromMemory,
      int requested,
      int wasted) {
    List<MapRead> reads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      CopySource from = i < fromMemory ? CopySource.values()[i % 2] : CopySource.DISK;
      reads.add(new MapRead(i, new Copy(i, "u"), from, 11_000));
    }
    return new PrefetchRun(
        scheduler,
        prefetcher,
        repeat,
        10_000,
        seconds,
        new PrefetchRun.MapTimes(
            prefetcher == PrefetcherName.NONE ? OptionalDouble.empty() : OptionalDouble.of(22),
            seconds),
        reads,
        requested,
        Map.of(new Copy(3, "u"), 12_500L),
        wasted);
  }

  @Test
  void repetitionsAreTakenTogether() {
    PrefetcherComparisonResult.Row all = RESULT.rows().get(1);
    assertThat(all.prefetcher()).isEqualTo(PrefetcherName.PREFETCH_ALL);
    assertThat(all.share(CopySource.MEMORY)).as("1 and 2 of 4").isEqualTo(3 / 8.0);
    assertThat(all.memoryShare()).isEqualTo(5 / 8.0);
    assertThat(all.wastedShare()).isEqualTo(3 / 8.0);
    assertThat(all.wastedPerBlock()).isEqualTo(3 / 8.0);
    assertThat(all.medianSeconds()).isEqualTo(22, within(1e-9));
    assertThat(all.spread()).isEqualTo("20.0-24.0");
    assertThat(all.medianError())
        .as("22 for 20, and for 24")
        .hasValueCloseTo(11 / 120.0, within(1e-9));
  }

  @Test
  void nothingPrefetchedIsNothingWasted() {
    PrefetcherComparisonResult.Row none = RESULT.rows().get(0);
    assertThat(none.wastedShare()).isZero();
    assertThat(none.medianError()).as("nothing was predicted").isEmpty();
    assertThat(none.spread()).as("one run has none").isEmpty();
  }

  @Test
  void thePageComparesThePrefetchers() throws Exception {
    assertThat(new ComparisonReport(RESULT).html())
        .contains("PrefetchAll: 63 % of the maps read from memory, 38 % of the prefetched")
        .contains("Trident-D: 50 % of the maps read from memory, 0 % of the prefetched")
        .contains("<svg", "stock scheduler", "trident scheduler", "3 of 8 prefetched blocks")
        .doesNotContain("{{", "http://", "https://", "null");
  }

  @Test
  void theTableHasARowPerPair() {
    String table = ComparisonTable.of(RESULT);
    assertThat(table.lines().filter(line -> line.startsWith("trident  "))).hasSize(2);
    assertThat(table).contains("remote memory", "wasted", "20.0-24.0");
  }

  @Test
  void theJsonHasEveryRun() throws Exception {
    JsonNode root = new ObjectMapper().readTree(ComparisonJson.of(RESULT));
    assertThat(root.get("times").get("timeToInit").asDouble()).isEqualTo(6);
    assertThat(root.get("runs")).hasSize(4);
    JsonNode second = root.get("runs").get(1);
    assertThat(second.get("prefetcher").asText()).isEqualTo("prefetch-all");
    assertThat(second.get("maps").get("memory").asInt()).isEqualTo(1);
    assertThat(second.get("maps").get("remote disk").asInt()).isZero();
    assertThat(second.get("prefetched").asInt()).isEqualTo(4);
    assertThat(second.get("wasted").asInt()).isEqualTo(2);
    assertThat(second.get("reads")).hasSize(4);
    assertThat(second.get("reads").get(3).get("from").asText()).isEqualTo("disk");
    assertThat(second.get("reads").get(3).get("seconds").asDouble()).isEqualTo(1);
    assertThat(second.get("inMemory").get(0).get("seconds").asDouble()).isEqualTo(2.5);
  }

  @Test
  void wrongUsageIsReportedWithWhatIsRight() {
    String[][] wrong = {
      {"--prefetcher", "everything", "prefetch-all"},
      {"--scheduler", "fair", "stock"},
      {"--repeat", "0", "1 to 100"},
      {"--disk-mb", "0", "0.1 to 1000"},
      {"--nodes", "2", "3 to 32"},
      {"--block-mb", "100000", "overflow"}
    };
    for (String[] words : wrong) {
      CommandRun run = CommandRun.of("demo", "prefetchers", words[0], words[1]);
      assertThat(run.exitCode()).as(words[0]).isEqualTo(2);
      assertThat(run.err()).as(words[0]).contains(words[2]);
    }
  }
}

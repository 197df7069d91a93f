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
package io.trident.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.benchmarks.results.ReadFrom;
import io.trident.benchmarks.results.ReadFrom.Distance;
import io.trident.core.model.Medium;
import io.trident.lab.testbed.ReadEvidence.MapRead;
import io.trident.minicluster.CacheWatch.Copy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchTimesTest {
  private static MapRead read(String attempt, long startMillis) {
    return new MapRead(
        attempt, new Copy(1, "uuid-1"), new ReadFrom(Medium.DISK, Distance.LOCAL), startMillis);
  }

  @Test
  void aJobsIsTheMedianOfItsMaps() {
    List<MapRead> reads = List.of(read("a", 12_000), read("b", 13_500), read("c", 19_000));
    assertThat(LaunchTimes.of(Map.of("a", 10_000L, "b", 10_000L, "c", 11_000L), reads))
        .hasValue(3.5);
  }

  @Test
  void aMapOfUnknownLaunchDoesNotCountAndClocksMayRound() {
    List<MapRead> reads = List.of(read("a", 12_000), read("b", 9_999));
    assertThat(LaunchTimes.of(Map.of("b", 10_000L, "c", 1L), reads)).hasValue(0);
    assertThat(LaunchTimes.of(Map.of(), reads)).isEmpty();
  }

  @Test
  void aKindOfJobsHasTheMedianOfThoseOnFile(@TempDir Path directory) throws IOException {
    LaunchTimes times = new LaunchTimes(directory);
    assertThat(times.median("/sort job")).isEmpty();
    times.add("/sort job", 4.25);
    times.add("/sort job 2", 100);
    times.add("/sort job", 8);
    times.add("/sort job", 5.5);
    assertThat(new LaunchTimes(directory).median("/sort job")).hasValue(5.5);
    assertThat(times.median("/sort")).isEmpty();
  }
}

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
package io.trident.core.prefetch.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.trident.core.config.ConfigException;
import io.trident.core.config.ConfigSource;
import io.trident.core.config.PrefetchKeys;
import io.trident.core.model.ReplicaState;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.prefetch.model.TimeConstants;
import io.trident.core.storage.Availability;
import io.trident.core.storage.BlockKey;
import io.trident.core.storage.BlockToCache;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.storage.StoredBlock;
import io.trident.core.storage.StoredReplica;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InputPlannerTest {
  private static final long MB = 1 << 20;
  private static final ConfigSource DEFAULTS = key -> null;

  private final List<String> log = new ArrayList<>();

  private static PrefetchPlatform platform(Map<String, Integer> slots) {
    return PrefetchPlatform.read(DEFAULTS, slots, node -> 1_000 * MB);
  }

  /** As many tasks as blocks, each with one replica on a disk of node n1. */
  private static List<List<SegmentTiers>> tasks(int blocks) {
    return IntStream.range(0, blocks)
        .mapToObj(
            block ->
                List.of(
                    new SegmentTiers(
                        new FileSegment("/f", block * MB, MB),
                        Availability.KNOWN,
                        List.of(
                            new StoredBlock(
                                new BlockKey("/f", block),
                                block * MB,
                                MB,
                                List.of(
                                    new StoredReplica(
                                        "n1", "DISK", "DS-1", ReplicaState.STORED)))))))
        .toList();
  }

  @Test
  void aPlanNamesTheBlocksToCache() {
    InputPlanner planner = new InputPlanner(PrefetcherName.PREFETCH_ALL, DEFAULTS, log::add);
    PlannedInput plan = planner.plan("job", tasks(2), platform(Map.of("n1", 1))).orElseThrow();
    assertThat(plan.plan().prefetcher()).isEqualTo(PrefetcherName.PREFETCH_ALL);
    assertThat(plan.blocks())
        .containsExactlyInAnyOrder(
            new BlockToCache("/f", 0, "n1"), new BlockToCache("/f", 1, "n1"));
    assertThat(log).singleElement().asString().startsWith("2 of 2 blocks of job are prefetched");
  }

  @Test
  void thereIsNoPlanForNothingOrTooMuch() {
    ConfigSource two = key -> key.equals(PrefetchKeys.MAX_BLOCKS.name()) ? "2" : null;
    InputPlanner planner = new InputPlanner(PrefetcherName.PREFETCH_ALL, two, log::add);
    PrefetchPlatform platform = platform(Map.of("n1", 1));
    assertThat(planner.plan("job", List.of(), platform)).isEmpty();
    assertThat(planner.plan("job", tasks(2), platform)).isPresent();
    assertThat(planner.plan("job", tasks(3), platform)).isEmpty();
    assertThat(planner.plan("job", tasks(2), platform(Map.of("n1", 0)))).isEmpty();
    assertThat(planner.plan("job", tasks(2), platform(Map.of()))).isEmpty();
    assertThat(log).filteredOn(line -> line.startsWith("Nothing is prefetched for job")).hasSize(4);
  }

  @Test
  void thePlatformsTimesCount() {
    InputPlanner planner = new InputPlanner(PrefetcherName.NONE, DEFAULTS, log::add);
    PrefetchPlatform platform = platform(Map.of("n1", 1));
    PrefetchPlatform faster = platform.withTimes(new TimeConstants(0, 0, 0));
    Optional<PlannedInput> slow = planner.plan("job", tasks(1), platform);
    Optional<PlannedInput> quick = planner.plan("job", tasks(1), faster);
    double saved =
        slow.orElseThrow().plan().predicted().none()
            - quick.orElseThrow().plan().predicted().none();
    assertThat(saved)
        .isCloseTo(platform.times().timeToInit() + platform.times().timeToSchedule(), within(1e-9));
    assertThat(faster.withTimes(platform.times())).isEqualTo(platform);
  }

  @Test
  void anInvalidBoundIsRefused() {
    ConfigSource none = key -> key.equals(PrefetchKeys.MAX_BLOCKS.name()) ? "0" : null;
    assertThatThrownBy(() -> new InputPlanner(PrefetcherName.TRIDENT, none, log::add))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(PrefetchKeys.MAX_BLOCKS.name());
  }
}

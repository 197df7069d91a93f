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

import io.trident.core.model.ReadSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the tasks of one attempt of a stage were placed. All counts are of task attempts.
 *
 * @param stage identifier of the stage
 * @param attempt number of the stage's attempt
 * @param name what the engine calls the stage
 * @param policy name of the placement policy
 * @param tasks how many tasks the stage has
 * @param planned launched where the policy placed them
 * @param stock launched where the engine placed them: those of a stage without tiers, and retries
 *     of failed tasks
 * @param speculative launched as speculative copies
 * @param sources how many were launched beside which {@link ReadSource}, by its label, best first
 * @param cost sum of the assignment costs of the planned
 * @param optimum the least that this sum could have been on the slots that the rounds offered; null
 *     where the policy does not compute it
 * @param atOptimum how many of the planned were placed by a round at its optimum
 * @param held how many tasks were held back for a better slot at some time
 * @param rounds how many rounds were solved
 * @param nanos how long solving took, in all
 * @param longestNanos how long the longest round took
 * @param withoutTiers labels of the {@link StockReason}s for which it was, at some time, scheduled
 *     as the engine does; empty if never
 * @param details the placement of single tasks, by index
 * @param leftOut how many launched tasks {@code details} leaves out
 * @param lost how many observations were lost because they came faster than they were counted: all
 *     of the above is too low if this is not 0
 * @param prefetch what prefetching came to; null if nothing was planned for it
 */
public record StageReport(
    int stage,
    int attempt,
    String name,
    String policy,
    int tasks,
    int planned,
    int stock,
    int speculative,
    Map<String, Integer> sources,
    double cost,
    @Nullable Double optimum,
    int atOptimum,
    int held,
    int rounds,
    long nanos,
    long longestNanos,
    List<String> withoutTiers,
    List<TaskReport> details,
    int leftOut,
    long lost,
    @Nullable PrefetchReport prefetch) {
  public StageReport {
    sources = Collections.unmodifiableMap(bestFirst(sources));
    withoutTiers = List.copyOf(withoutTiers);
    details = List.copyOf(details);
  }

  /** Returns how many task attempts were launched. */
  public int launched() {
    return planned + stock + speculative;
  }

  /** Returns how many task attempts were launched beside a source. */
  public int count(ReadSource source) {
    return sources.getOrDefault(source.label(), 0);
  }

  /** Returns the stage and its attempt as people name them: {@code 3}, or {@code 3.1}. */
  public String id() {
    return attempt == 0 ? String.valueOf(stage) : stage + "." + attempt;
  }

  private static Map<String, Integer> bestFirst(Map<String, Integer> sources) {
    Map<String, Integer> ordered = new LinkedHashMap<>();
    for (ReadSource source : ReadSource.values()) {
      Integer count = sources.get(source.label());
      if (count != null) {
        ordered.put(source.label(), count);
      }
    }
    sources.forEach(ordered::putIfAbsent); // those of another version
    return ordered;
  }
}

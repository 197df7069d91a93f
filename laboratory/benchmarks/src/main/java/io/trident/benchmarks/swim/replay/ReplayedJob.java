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
package io.trident.benchmarks.swim.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.trident.benchmarks.swim.SizeBin;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What became of a job.
 *
 * @param name its name in the trace
 * @param bin of the size that it stands for
 * @param dueSeconds when it was to be submitted, from the start of the replay
 * @param lateSeconds how much later it was, as the client was at work with others, or the job that
 *     writes its input had not ended
 * @param seconds from just before its submission until its client knew of its end
 * @param taskSeconds sum of the durations of all attempts, of maps and reduces
 * @param maps map tasks
 * @param reduces reduce tasks
 * @param inputBytes what its maps read
 * @param shuffleBytes what its maps emitted for reduces, keys and values
 * @param locality how many of the maps read from where, by {@link
 *     io.trident.benchmarks.results.ReadFrom#label}; maps of which nobody knows are not counted
 * @param prefetched blocks that were prefetched for it
 * @param wasted of these, blocks that no map read from memory
 * @param delaySeconds for how long a plan of Trident's held it back; part of {@code seconds}
 * @param failure why it failed; null if it succeeded. All else but the times is 0 then
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReplayedJob(
    String name,
    SizeBin bin,
    double dueSeconds,
    double lateSeconds,
    double seconds,
    double taskSeconds,
    int maps,
    int reduces,
    long inputBytes,
    long shuffleBytes,
    Map<String, Integer> locality,
    int prefetched,
    int wasted,
    double delaySeconds,
    @Nullable String failure) {
  public ReplayedJob {
    locality = new TreeMap<>(locality);
  }

  /**
   * Returns how many blocks were prefetched in vain. A map reads one block, and where prefetchers
   * are compared nothing is in memory that was not prefetched, so each read from memory is of one
   * that was not.
   *
   * @param locality how many of the job's maps read from where
   */
  static int wasted(int prefetched, Map<String, Integer> locality) {
    int fromMemory =
        locality.entrySet().stream()
            .filter(place -> place.getKey().startsWith("memory-"))
            .mapToInt(Map.Entry::getValue)
            .sum();
    return Math.max(0, prefetched - fromMemory);
  }

  /** Returns a job that failed. */
  static ReplayedJob failed(ReplayWorkload.Step step, double seconds, String failure) {
    return new ReplayedJob(
        step.job().name(), step.bin(), 0, 0, seconds, 0, 0, 0, 0, 0, Map.of(), 0, 0, 0, failure);
  }

  /** Returns the same with the times of its submission. */
  ReplayedJob submitted(double due, double late) {
    return new ReplayedJob(
        name,
        bin,
        due,
        late,
        seconds,
        taskSeconds,
        maps,
        reduces,
        inputBytes,
        shuffleBytes,
        locality,
        prefetched,
        wasted,
        delaySeconds,
        failure);
  }

  /** Whether it succeeded. */
  public boolean succeeded() {
    return failure == null;
  }
}

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

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What prefetching came to for one attempt of a stage. Times are in seconds.
 *
 * @param prefetcher label of the prefetcher
 * @param blocks how many blocks the stage reads
 * @param planned how many of them the plan had cached
 * @param cached how many of the planned were in memory at last
 * @param found how many of the planned were in memory on a node when a task that reads them started
 *     there
 * @param failed how many of the planned could not be cached
 * @param failure why one of those could not; null if all could
 * @param delay for how long the plan held the stage's tasks back at most
 * @param predictedNone predicted time of the stage without prefetching, from the decision on
 * @param predictedAll the same with every block cached that there is room for
 * @param predictedPlanned the same with the plan
 * @param measured how long the stage took from the decision on; null if it has not ended
 */
public record PrefetchReport(
    String prefetcher,
    int blocks,
    int planned,
    int cached,
    int found,
    int failed,
    @Nullable String failure,
    double delay,
    double predictedNone,
    double predictedAll,
    double predictedPlanned,
    @Nullable Double measured) {

  /** Returns how many blocks were cached for nothing: no task found them in memory. */
  public int unused() {
    return Math.max(0, cached - found);
  }

  /** Returns all of it in one line. */
  public String line() {
    StringBuilder line = new StringBuilder();
    line.append("%s: %d of %d blocks planned".formatted(prefetcher, planned, blocks));
    if (planned > 0) {
      line.append(
          ", %d cached, %d found in memory, %d cached for nothing"
              .formatted(cached, found, unused()));
    }
    if (failed > 0) {
      line.append(", %d failed (%s)".formatted(failed, failure));
    }
    if (delay > 0) {
      line.append("; delayed by %s at most".formatted(seconds(delay)));
    }
    line.append(
        "; predicted %s (without %s, all %s)"
            .formatted(seconds(predictedPlanned), seconds(predictedNone), seconds(predictedAll)));
    if (measured != null) {
      line.append(", took ").append(seconds(measured));
    }
    return line.toString();
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.2f s", seconds);
  }
}

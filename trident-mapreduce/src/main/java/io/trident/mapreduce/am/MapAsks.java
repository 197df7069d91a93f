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
package io.trident.mapreduce.am;

import io.trident.core.matching.Matcher;
import io.trident.core.matching.TransportationMatcher;
import io.trident.core.model.RackResolver;
import io.trident.core.request.PreferenceTable;
import io.trident.core.request.PreferredNodes;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * The preference maps of a job's asks, kept as its maps start and cease to wait. What they hold is
 * decided by {@link PreferenceTable} and {@link PreferredNodes}. Not thread-safe.
 */
final class MapAsks {
  private final RackResolver topology;
  private final AskRewriter rewriter;
  private final Matcher matcher = new TransportationMatcher();
  private final PreferenceTable<TaskAttemptId> preferences = new PreferenceTable<>();

  /** Whether a small job's waiting maps, or their tiers, are others than when nodes were chosen. */
  private boolean choicesDue;

  MapAsks(RackResolver topology, Priority mapPriority, Priority reducePriority) {
    this.topology = topology;
    this.rewriter = new AskRewriter(mapPriority, reducePriority);
  }

  /** A map waits that did not. */
  void add(WaitingMap map) {
    preferences.add(map.attempt(), map.scores(map.wanted().nodes(), topology));
    choicesDue = true;
  }

  /** A map waits no longer. */
  void remove(TaskAttemptId attempt) {
    preferences.remove(attempt);
  }

  /**
   * A waiting map has other costs than before.
   *
   * @param waiting how many maps wait
   */
  void change(WaitingMap map, int waiting) {
    if (waiting > PreferredNodes.MOST_TASKS) {
      preferences.rescore(map.attempt(), map.scores(map.wanted().nodes(), topology));
    } else {
      choicesDue = true;
    }
  }

  /** Returns the asks to send in place of the given ones, which are not changed. */
  List<ResourceRequest> rewrite(List<ResourceRequest> asks, Collection<WaitingMap> waiting) {
    if (choicesDue && waiting.size() <= PreferredNodes.MOST_TASKS) {
      chooseNodes(List.copyOf(waiting));
    }
    choicesDue = false;
    return rewriter.rewrite(asks, preferences);
  }

  private void chooseNodes(List<WaitingMap> maps) {
    List<Map<String, Double>> scores =
        PreferredNodes.scores(maps.stream().map(WaitingMap::wanted).toList(), topology, matcher);
    for (int i = 0; i < maps.size(); i++) {
      WaitingMap map = maps.get(i);
      preferences.rescore(map.attempt(), map.scores(scores.get(i), topology));
    }
  }

  /** What was rewritten last has reached the resource manager. */
  void delivered() {
    preferences.sent();
  }
}

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
package io.trident.hdfs.layout;

import java.util.Arrays;
import java.util.Random;

/** What can happen to replicated tables, and how often in comparison. */
enum RandomStep {
  KILL(10),
  KILL_RACK(2),
  REVIVE(8),
  REVIVE_EMPTY(4),
  CORRUPT(12),
  RESTART_NAME_NODE(3),
  RENAME(5),
  SNAPSHOT(3),
  DELETE_SNAPSHOT(3),
  SET_QUOTA(2),
  CLEAR_QUOTA(2),
  DECOMMISSION(3),
  RECOMMISSION(4),
  WRITE_FILE(4),
  DELETE_FILE(3),
  BREAK(3),
  WRITE_TABLE(4),
  DELETE_TABLE(2),
  READ(8),
  LOSE(1),
  AWAIT_HEALTH(18);

  private final int weight;

  RandomStep(int weight) {
    this.weight = weight;
  }

  /** Draws a step by the weights. */
  static RandomStep draw(Random random) {
    int left = random.nextInt(Arrays.stream(values()).mapToInt(step -> step.weight).sum());
    for (RandomStep step : values()) {
      left -= step.weight;
      if (left < 0) {
        return step;
      }
    }
    throw new AssertionError("The weights are those of all steps");
  }
}

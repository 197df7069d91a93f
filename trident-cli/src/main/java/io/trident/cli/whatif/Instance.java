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
package io.trident.cli.whatif;

import io.trident.core.matching.MatchingProblem;

/**
 * A problem to be matched, in which pairs of a task and a node may be forbidden.
 *
 * @param problem tasks and slots
 * @param forbidden the cost of a pair that may not be assigned: more than all others of any
 *     matching together; infinite if every pair may
 */
record Instance(MatchingProblem problem, double forbidden) {
  /** An instance without forbidden pairs. */
  static Instance of(MatchingProblem problem) {
    return new Instance(problem, Double.POSITIVE_INFINITY);
  }

  /** Returns whether a task (by index) may run in a slot group (by index). */
  boolean allows(int task, int group) {
    return problem.cost(task, group) < forbidden;
  }
}

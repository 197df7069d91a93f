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
package io.trident.core.matching;

/**
 * What a match took.
 *
 * @param start whether the matcher could go on from the match before
 * @param changedTasks tasks that were new or had other costs than before
 * @param jointSteps steps that searched from all waiting tasks (or slots) at once
 * @param singleSteps steps that searched from one
 * @param verticesTouched the work of all steps, of which budgets are made
 */
public record MatchingStatistics(
    Start start, int changedTasks, long jointSteps, long singleSteps, long verticesTouched) {

  /** Of a matcher that keeps no statistics. */
  public static final MatchingStatistics NONE = new MatchingStatistics(Start.COLD, 0, 0, 0, 0);

  /** Where a match starts from. */
  public enum Start {
    /** From nothing. */
    COLD,
    /** From the matching and the duals of the match before. */
    WARM
  }
}

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
 * Checks that a matching is a minimum-cost maximum matching, by its duals, in O(arcs).
 *
 * <p>The conditions, in scaled longs, for {@code n} tasks and slot groups of capacity {@code b[j]}:
 *
 * <ol>
 *   <li>feasible: no group holds more tasks than it has slots, and {@code min(n, sum b)} tasks are
 *       placed;
 *   <li>dual feasible: {@code cost(i,j) - u[i] - v[j] >= 0} for every pair;
 *   <li>complementary slackness: equality on every matched pair; with no more tasks than slots also
 *       {@code v[j] <= 0}, and {@code v[j] == 0} for a group with a free slot; with more tasks than
 *       slots also {@code u[i] <= 0}, and {@code u[i] == 0} for a task without a slot.
 * </ol>
 */
public final class Certificate {
  private Certificate() {}
}

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
 * Solves minimum-cost maximum matching exactly (paper, section 2.2, Equation 3).
 *
 * <p>Implementations are stateless from the caller's view, and deterministic: the same problem
 * gives the same matching.
 */
public interface Matcher {
  /**
   * Returns a matching of maximum cardinality and, among those, of minimum total cost, with the
   * dual solution that proves it.
   *
   * @throws ArithmeticException if the costs are too large to be summed exactly in scaled longs
   */
  Matching match(MatchingProblem problem);
}

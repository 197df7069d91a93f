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
package io.trident.benchmarks;

import io.trident.core.matching.Matcher;
import io.trident.core.matching.TransportationMatcher;

/** How the rounds of a scheduler are solved, one after the other. */
public enum RoundSolver {
  /** Each as if it were the first. */
  COLD {
    @Override
    Matcher matcher() {
      return problem -> new TransportationMatcher().match(problem);
    }
  },

  /** Each by the matcher of the round before. */
  WARM {
    @Override
    Matcher matcher() {
      return new TransportationMatcher();
    }
  };

  /** Returns a matcher that is given all rounds in order. */
  abstract Matcher matcher();
}

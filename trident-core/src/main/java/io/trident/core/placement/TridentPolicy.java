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
package io.trident.core.placement;

import io.trident.core.matching.Certificate;
import io.trident.core.matching.CertifyMode;
import io.trident.core.matching.Matching;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.TransportationMatcher;
import java.util.List;

/**
 * The paper's scheduler: minimum-cost maximum matching of all waiting tasks to all offered slots.
 *
 * <p>Of placements that cost the same it takes one that does not crowd nodes ({@link Spreading}).
 *
 * <p>It leaves no slot empty that a task could use, so delay scheduling has nothing to add: {@link
 * PlacementSnapshot#allowed} is ignored.
 */
final class TridentPolicy implements PlacementPolicy {
  private final CertifyMode certify;
  private final TransportationMatcher matcher;

  TridentPolicy(CertifyMode certify, long workBudget) {
    this.certify = certify;
    matcher = new TransportationMatcher(workBudget);
  }

  @Override
  public String name() {
    return PolicyName.TRIDENT.label();
  }

  @Override
  public Placement place(PlacementSnapshot snapshot) {
    MatchingProblem problem = snapshot.problem();
    Matching matching = match(problem);
    if (certify == CertifyMode.CERTIFY && matching.isOptimal()) { // or the gap shows that it is not
      List<String> violations = Certificate.violations(problem, matching);
      if (!violations.isEmpty()) {
        throw new IllegalStateException(
            "The matching of %d tasks and %d slot groups is not certified: %s"
                .formatted(
                    problem.tasks().size(), problem.slots().size(), String.join(" ", violations)));
      }
    }
    int[] groups = Spreading.of(snapshot, matching.assignment());
    return Placement.of(name(), snapshot, groups, matching.gap());
  }

  private Matching match(MatchingProblem problem) {
    synchronized (matcher) {
      return matcher.match(problem);
    }
  }
}

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

import io.trident.core.matching.CertifyMode;
import io.trident.core.matching.TransportationMatcher;

/** The placement policies by name. */
public final class Policies {
  private Policies() {}

  /** Returns a policy; Trident's without a check of each matching, and without a work budget. */
  public static PlacementPolicy of(PolicyName name) {
    return of(name, CertifyMode.OFF, TransportationMatcher.UNLIMITED);
  }

  /**
   * Returns a policy. A decision of Trident's goes on from the one before, which makes it fast; its
   * cost does not depend on that. Safe for use by several threads, one after the other.
   *
   * @param certify whether Trident's policy checks each matching; then {@link
   *     PlacementPolicy#place} throws IllegalStateException rather than return one that is not
   *     proven to be optimal
   * @param workBudget how many vertices a decision of Trident's may touch; see {@link
   *     TransportationMatcher#TransportationMatcher(long)}
   */
  public static PlacementPolicy of(PolicyName name, CertifyMode certify, long workBudget) {
    return switch (name) {
      case TRIDENT -> new TridentPolicy(certify, workBudget);
      case DEFAULT -> new DefaultPolicy();
      case H_SCHEDULER -> new HSchedulerPolicy();
      case QUARTET -> new QuartetPolicy();
    };
  }
}

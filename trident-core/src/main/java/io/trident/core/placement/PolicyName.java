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

import io.trident.core.text.EnumNames;

/** The placement policies that a host can be configured with, in lower case with dashes. */
public enum PolicyName {
  /** Minimum-cost maximum matching: the paper's scheduler. */
  TRIDENT,
  /** What the host does by itself: locality without tiers. */
  DEFAULT,
  /** H-Scheduler (Pan et al., 2018): priorities by locality and tier, one node at a time. */
  H_SCHEDULER,
  /** Quartet (Deslauriers et al., 2016), extended to three tiers as in the paper. */
  QUARTET;

  /** Returns the name used in configuration and reports, such as {@code "h-scheduler"}. */
  public String label() {
    return EnumNames.dashed(this);
  }
}

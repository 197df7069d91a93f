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
package io.trident.core.report;

import io.trident.core.text.EnumNames;
import java.util.Optional;

/** Why a stage, or a part of it, was scheduled as the engine does without Trident. */
public enum StockReason {
  /** There is nothing to place by: as with most stages that read a shuffle. */
  NO_INPUT("its tasks read no files or cached partitions"),
  /** The tiers were not known in time; they count from when they are. */
  TOO_LATE("the tiers were not known in time"),
  /** The look-up of tiers failed. */
  LOOKUP_FAILED("the look-up of the tiers failed"),
  /** The policy failed. */
  POLICY_FAILED("the placement policy failed");

  private final String sentence;

  StockReason(String sentence) {
    this.sentence = sentence;
  }

  /** Returns the name used in metrics and JSON: lower case, with dashes. */
  public String label() {
    return EnumNames.dashed(this);
  }

  /** Returns the reason in words. */
  public String sentence() {
    return sentence;
  }

  /** Returns the reason of a label; empty if it is unknown, as from another version. */
  public static Optional<StockReason> ofLabel(String label) {
    return EnumNames.find(StockReason.class, label);
  }

  /** Returns a label's reason in words: the label itself if it is unknown. */
  public static String sentenceOf(String label) {
    return ofLabel(label).map(StockReason::sentence).orElse(label);
  }
}

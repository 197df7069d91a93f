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
package io.trident.core.layout.partition;

import io.trident.core.layout.value.Value;

/**
 * A sampled value.
 *
 * @param weight what it counts for, such as bytes of its rows; positive
 */
public record WeightedValue(Value value, long weight) {
  /**
   * Checks the weight.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public WeightedValue {
    if (weight <= 0) {
      throw new IllegalArgumentException(
          "The weight %d of value %s must be positive.".formatted(weight, value));
    }
  }
}

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
package io.trident.benchmarks.workloads;

/**
 * All that an application's input depends on.
 *
 * @param amount how much, in the application's unit; at least 1
 * @param seed the same seed gives the same input
 * @param parts into how many files each data set is divided; at least 1
 */
public record InputSpec(long amount, long seed, int parts) {
  public InputSpec {
    if (amount < 1 || parts < 1) {
      throw new IllegalArgumentException(
          "The amount (%d) and the number of parts (%d) must be at least 1."
              .formatted(amount, parts));
    }
  }

  /** Returns the amount as an int. */
  int count() {
    if (amount > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("At most %d: %d".formatted(Integer.MAX_VALUE, amount));
    }
    return (int) amount;
  }
}

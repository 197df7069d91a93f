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
package io.trident.core.layout.availability;

/** Tails of the binomial distribution, by sums of positive terms, so that small ones are exact. */
final class Binomial {
  private Binomial() {}

  /** The probability that at least {@code least} of {@code n} are down, each with {@code p}. */
  static double atLeast(int least, int n, double p) {
    if (least == 0) {
      return 1;
    }
    double sum = 0;
    double choices = 1; // n over k
    for (int k = 0; k <= n; k++) {
      if (k >= least) {
        sum += choices * Math.pow(p, k) * Math.pow(1 - p, n - k);
      }
      choices = choices * (n - k) / (k + 1);
    }
    return sum;
  }

  /** The derivative of {@link #atLeast} by {@code p}; 0 where that is constant. */
  static double slopeOfAtLeast(int least, int n, double p) {
    if (least == 0 || least > n) {
      return 0;
    }
    double choices = 1; // n - 1 over least - 1
    for (int k = 0; k < least - 1; k++) {
      choices = choices * (n - 1 - k) / (k + 1);
    }
    return n * choices * Math.pow(p, least - 1) * Math.pow(1 - p, n - least);
  }
}

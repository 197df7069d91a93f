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

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares sums by key, exactly and in bounded memory: keys are divided into groups by hash, and
 * both sides are gone through once for each group. A key that the result lists twice is an error
 * even if its sum is right.
 *
 * <p>Time: passes x (expected + actual). Memory: the keys of one group.
 */
final class SumsByKey {
  /** Terms of one pass, at most as many keys: some hundred MB. */
  private static final long TERMS_PER_PASS = 4_000_000;

  private final int passes;

  private SumsByKey(int passes) {
    this.passes = passes;
  }

  /** For sums of about so many terms. */
  static SumsByKey ofTerms(long terms) {
    return new SumsByKey((int) Math.min(1_000, 1 + terms / TERMS_PER_PASS));
  }

  /** Takes a term of a sum. */
  interface TermSink {
    void add(String key, long value) throws IOException;
  }

  /** Hands all terms to a sink; called once for each pass. */
  interface Terms {
    void forEach(TermSink sink) throws IOException;
  }

  /**
   * Compares.
   *
   * @param expected any number of terms for a key
   * @param actual one sum for each key
   */
  void compare(Terms expected, Terms actual) throws IOException {
    for (int pass = 0; pass < passes; pass++) {
      int group = pass;
      Map<String, Long> sums = new HashMap<>();
      expected.forEach(
          (key, value) -> {
            if (groupOf(key) == group) {
              sums.merge(key, value, Long::sum);
            }
          });
      actual.forEach(
          (key, value) -> {
            if (groupOf(key) == group) {
              check(key, sums.remove(key), value);
            }
          });
      if (!sums.isEmpty()) {
        Map.Entry<String, Long> missing = sums.entrySet().iterator().next();
        throw new WrongResultException(
            "%d keys are missing, such as '%s' (%d)"
                .formatted(sums.size(), missing.getKey(), missing.getValue()));
      }
    }
  }

  private static void check(String key, @Nullable Long sum, long value)
      throws WrongResultException {
    if (sum == null) {
      throw new WrongResultException("'%s' is listed twice, or is not in the input".formatted(key));
    }
    if (sum != value) {
      throw new WrongResultException("'%s' is %d, not %d".formatted(key, sum, value));
    }
  }

  private int groupOf(String key) {
    return Math.floorMod(key.hashCode() * 0x9E37_79B9, passes);
  }
}

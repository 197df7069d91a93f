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
package io.trident.benchmarks.workloads.data;

import org.apache.commons.math3.distribution.ZipfDistribution;
import org.apache.commons.math3.random.RandomGenerator;

/**
 * Words, as frequent as HiBench makes them: Zipf with exponent 0.9 over a dictionary of 479,623
 * words. HiBench takes them from a file of English words; here they are made from their rank, 5 to
 * 10 letters each, and all different.
 */
public final class Vocabulary {
  /** Number of words. */
  public static final int SIZE = 479_623;

  private static final double EXPONENT = 0.9;
  private static final int LETTERS = 26;
  private static final int UNIQUE_LETTERS = 5;
  private static final int UNIQUE = 11_881_376; // 26^5
  private static final long SCRAMBLE = 7_368_787; // a prime, so it maps ranks to different prefixes
  private static final int MORE_LETTERS = 6;

  private final ZipfDistribution ranks;

  /** Draws words by a source of randomness. */
  public Vocabulary(RandomGenerator random) {
    ranks = new ZipfDistribution(random, SIZE, EXPONENT);
  }

  /** Draws a word. */
  public String next() {
    return word(ranks.sample());
  }

  /** Returns the word of a rank, from 1 (the most frequent) to {@link #SIZE}. */
  public static String word(int rank) {
    int code = (int) (rank * SCRAMBLE % UNIQUE);
    int more = (int) ((rank * 2_654_435_761L >>> 16) % MORE_LETTERS);
    char[] word = new char[UNIQUE_LETTERS + more];
    for (int i = 0; i < word.length; i++) {
      if (i == UNIQUE_LETTERS) {
        code = rank;
      }
      word[i] = (char) ('a' + code % LETTERS);
      code /= LETTERS;
    }
    return new String(word);
  }
}

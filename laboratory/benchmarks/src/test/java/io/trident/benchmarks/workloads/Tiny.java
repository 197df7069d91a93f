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

/** Inputs of some kilobytes. */
public final class Tiny {
  private Tiny() {}

  /** Returns an input in three parts, of the seed 7. */
  public static InputSpec spec(Application application) {
    long amount =
        switch (application) {
          case TERASORT, AGGREGATION -> 1_000;
          case WORDCOUNT -> 30_000;
          case JOIN -> 3_000; // one visit of 42 is in the year that counts
          case BAYES -> 30;
          case KMEANS -> 500;
          case PAGERANK -> 60;
          case NUTCHINDEX -> 12;
        };
    return new InputSpec(amount, 7, 3);
  }
}

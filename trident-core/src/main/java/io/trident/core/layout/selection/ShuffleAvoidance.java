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
package io.trident.core.layout.selection;

/** Whether a table is read in the dimension of a join, which then needs no shuffle of it. */
public final class ShuffleAvoidance {
  /** A shuffle writes what was read, and reads it again. */
  private static final double SHUFFLE = 2;

  private ShuffleAvoidance() {}

  /**
   * Returns whether that is worth it: reading in the dimension costs no more than reading in the
   * cheapest way and a shuffle.
   *
   * @param partitioned what it costs to read in the dimension; not negative
   * @param least what it costs to read in the cheapest way; not negative
   */
  public static boolean isWorth(double partitioned, double least) {
    return partitioned <= least + shuffle(least);
  }

  /**
   * Returns what it costs to shuffle what is read.
   *
   * @param read what it costs to read it; not negative
   */
  public static double shuffle(double read) {
    return SHUFFLE * read;
  }
}

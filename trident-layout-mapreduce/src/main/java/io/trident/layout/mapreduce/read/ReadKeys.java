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
package io.trident.layout.mapreduce.read;

import io.trident.core.config.ConfigKey;
import java.util.List;

/** {@code trident.layout.read.*}: what a job with {@link TableInputFormat} reads. */
public final class ReadKeys {
  /** The condition. */
  public static final ConfigKey<String> WHERE =
      ConfigKey.textKey(
          "trident.layout.read.where",
          "",
          "What rows of logically replicated tables must match to be input of the job: comparisons"
              + " (=, <, <=, >, >=) of columns with values, joined by AND; values with blanks in"
              + " single quotes. Empty: all rows.");

  /** The dimension. */
  public static final ConfigKey<String> DIMENSION =
      ConfigKey.textKey(
          "trident.layout.read.dimension",
          "",
          "The column of the dimension that is read. Empty: of each super-extent that of which the"
              + " ranges that can match cost least.");

  /** Maps for each range. */
  public static final ConfigKey<Integer> SLICES =
      ConfigKey.intKey(
          "trident.layout.read.slices",
          1,
          1,
          1_000,
          "How many maps share the rows of each extent, each those with a slice of the keys in"
              + " trident.layout.read.dimension, which must be given.");

  private ReadKeys() {}

  /** Returns every key of the group, for the reference page. */
  public static List<ConfigKey<?>> all() {
    return List.of(WHERE, DIMENSION, SLICES);
  }
}

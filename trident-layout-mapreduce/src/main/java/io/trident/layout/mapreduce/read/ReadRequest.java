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

import io.trident.core.layout.slice.Slice;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * What is to be read of a table.
 *
 * @param where what rows must match, as {@link Conditions} has it; blank for all rows
 * @param dimension the column of the dimension that is read; nothing for that which costs least
 * @param slice the slice of the keys in the dimension whose rows are read; nothing for all rows
 */
public record ReadRequest(String where, Optional<String> dimension, Optional<Slice> slice) {
  /** All rows that match. */
  public ReadRequest(String where, Optional<String> dimension) {
    this(where, dimension, Optional.empty());
  }

  /** Reads it from the configuration of a job, as {@link ReadKeys} name it. */
  static ReadRequest of(Configuration conf) {
    return new ReadRequest(
        ReadKeys.WHERE.read(conf::get),
        Optional.of(ReadKeys.DIMENSION.read(conf::get)).filter(column -> !column.isBlank()),
        Optional.empty());
  }
}

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
import io.trident.core.layout.value.Value;
import java.util.List;
import java.util.Optional;

/**
 * The rows whose key in a dimension is of a slice.
 *
 * @param dimension the number of the dimension
 */
record RowSlice(int dimension, Slice slice) {
  /**
   * Returns the rows that a request has of a slice; nothing if it has all rows.
   *
   * @throws IllegalArgumentException if it names no dimension of the table
   */
  static Optional<RowSlice> of(ReadRequest request, OpenTable table) {
    return request.slice().map(slice -> of(request, slice, table));
  }

  static RowSlice of(ReadRequest request, Slice slice, OpenTable table) {
    return new RowSlice(
        table.dimension(
            request
                .dimension()
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "Slices are of the keys of a dimension; name one (%s, --dimension)."
                                .formatted(ReadKeys.DIMENSION.name())))),
        slice);
  }

  boolean has(List<Value> keys) {
    return slice.has(keys.get(dimension));
  }
}

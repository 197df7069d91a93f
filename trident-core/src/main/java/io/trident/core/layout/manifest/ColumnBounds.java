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
package io.trident.core.layout.manifest;

import io.trident.core.layout.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What values a super-extent has in a column that is no dimension. Super-extents are runs of the
 * original order, so of a column that follows it each has a part of the values: the "fourth
 * partition dimension" of INSTalytics, section 4.2, which takes no copy.
 *
 * @param column its name
 * @param nulls how many rows have null
 * @param values bounds of the other values; absent if there are none
 */
public record ColumnBounds(String column, long nulls, Optional<KeyRange> values) {
  /**
   * Checks them.
   *
   * @throws IllegalArgumentException if the number is negative, or a bound is null
   */
  public ColumnBounds {
    if (nulls < 0) {
      throw new IllegalArgumentException("Column %s has %d nulls.".formatted(column, nulls));
    }
    if (values.filter(range -> range.least().equals(Value.NULL)).isPresent()) {
      throw new IllegalArgumentException(
          "Column %s has null as a bound; nulls are counted.".formatted(column));
    }
  }

  /** Returns the bounds of both rows of these and rows of others, in the same column. */
  public ColumnBounds with(ColumnBounds other) {
    Optional<KeyRange> both =
        values.isPresent() && other.values.isPresent()
            ? Optional.of(values.get().with(other.values.get()))
            : values.or(() -> other.values);
    return new ColumnBounds(column, nulls + other.nulls, both);
  }

  /** Returns whether some of the rows that these are of can have other ones. */
  public boolean covers(ColumnBounds some) {
    return some.nulls <= nulls && with(some).values.equals(values);
  }

  /** Returns bounds of the columns that both have: of others only a part of the rows is known. */
  public static List<ColumnBounds> common(List<ColumnBounds> some, List<ColumnBounds> others) {
    List<ColumnBounds> common = new ArrayList<>();
    for (ColumnBounds one : some) {
      others.stream()
          .filter(other -> other.column().equals(one.column()))
          .findFirst()
          .ifPresent(other -> common.add(one.with(other)));
    }
    return List.copyOf(common);
  }
}

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
package io.trident.lab.queries;

import java.util.Map;

/**
 * A layout of all tables by one column each, as stock Spark has it.
 *
 * @param name of the layout; also a part of identifiers
 * @param tables how each table is laid out, by its name
 */
public record SingleLayout(String name, Map<String, ByColumn> tables) {
  /** Copies the map. */
  public SingleLayout {
    tables = Map.copyOf(tables);
  }

  /** How a table is laid out. */
  public record ByColumn(Kind kind, String column) {}

  /** What Spark has. */
  public enum Kind {
    /** By hash into Spark's buckets, sorted in each: joins by the column need no shuffle. */
    BUCKETED,
    /**
     * Sorted over all files: filters on the column skip files and row groups by their statistics.
     */
    SORTED
  }

  static ByColumn bucketed(String column) {
    return new ByColumn(Kind.BUCKETED, column);
  }

  static ByColumn sorted(String column) {
    return new ByColumn(Kind.SORTED, column);
  }
}

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

import java.util.List;

/**
 * A table of a benchmark.
 *
 * @param name its name, by which queries have it in braces
 * @param schema its columns, as Spark's DDL has them
 * @param separator between the fields of a line of its source files
 * @param by the dimensions of its logical replication, as {@code layout convert --by} has them
 */
public record SourceTable(String name, String schema, String separator, List<String> by) {
  /** Copies the list. */
  public SourceTable {
    by = List.copyOf(by);
  }

  /** Returns the columns of the dimensions. */
  public List<String> columns() {
    return by.stream().map(one -> one.split(":", 2)[0]).toList();
  }
}

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

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** A benchmark: tables that are made by rule, and queries. */
interface QueryBenchmark {
  /** Returns the tables. */
  List<SourceTable> tables();

  /** Returns the layouts by single columns that a user would choose from. */
  List<SingleLayout> singles();

  /**
   * Returns whether tables have replicas by the columns of their dimensions, too; these are then
   * integers of a dimension by hash.
   */
  boolean hasReplicas();

  /** Returns the queries; their parameters are still in braces. */
  List<QueryText> queries();

  /**
   * Returns queries of one value each, whose names are those of parameters and whose answers are
   * the parameters' values.
   */
  List<QueryText> parameters();

  /** Returns how many files of lines a table is made of. */
  int parts();

  /** Writes such a file of a table, from 0, the same one each time. */
  void write(SourceTable table, int part, OutputStream out) throws IOException;
}

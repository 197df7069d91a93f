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
package io.trident.spark

/** Logically replicated tables as a source of Spark SQL.
  *
  * A table has its rows once in each dimension. A query reads of each super-extent the dimension in
  * which it reads least: [[KeyFilters]] has what it looks for, the core's `DimensionChoice` where
  * that can be, [[DimensionReads]] which files and ranges these are. Rows are decoded by Spark's
  * own readers ([[SparkFormat]]), and Spark still tests every filter, so that what is chosen
  * decides about bytes, and never about rows.
  */
package object layout

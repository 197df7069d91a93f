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
package org.apache.spark.sql.trident

import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.internal.connector.PredicateUtils
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

/** What Spark's sources of files use and do not show: `PredicateUtils`, `StructType.asNullable`. */
object FileSourceBridge {

  /** Returns the filters that readers of files take, of those that can be translated. */
  def filters(predicates: Seq[Predicate]): Seq[Filter] = predicates.flatMap(PredicateUtils.toV1(_))

  /** Returns a schema in which all may be null, as readers of files have it. */
  def nullable(schema: StructType): StructType = schema.asNullable
}

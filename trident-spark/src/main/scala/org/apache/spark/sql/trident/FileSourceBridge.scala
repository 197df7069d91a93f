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

import org.apache.avro.Schema
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.avro.{AvroFileFormat, SchemaConverters}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Expression, PredicateHelper}
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Strategy
import org.apache.spark.sql.internal.connector.PredicateUtils
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import scala.util.control.NonFatal

/** What Spark's sources use and do not show: `PredicateUtils`, `StructType.asNullable`,
  * `AvroFileFormat`, and how a condition becomes filters (`DataSourceV2Strategy`).
  */
object FileSourceBridge extends PredicateHelper {

  /** Returns the filters that readers of files take, of those that can be translated. */
  def filters(predicates: Seq[Predicate]): Seq[Filter] = predicates.flatMap(PredicateUtils.toV1(_))

  /** Returns the filters of a condition that sources of version 2 would be shown. */
  def predicates(condition: Expression): Seq[Predicate] =
    splitConjunctivePredicates(condition).flatMap(DataSourceV2Strategy.translateFilterV2(_))

  /** Has Avro know Spark's own types, before it parses a schema with them. */
  def registerAvroTypes(): Unit = {
    new AvroFileFormat() // does so
    ()
  }

  /** Returns the columns that Spark takes from a schema of Avro.
    *
    * @throws java.lang.IllegalArgumentException
    *   if it takes none, as of rows that contain themselves
    */
  def avroSchema(schema: Schema): StructType =
    try {
      nullable(SchemaConverters.toSqlType(schema).dataType.asInstanceOf[StructType])
    } catch {
      case NonFatal(e) => // of a type that Spark shows to its own classes only
        throw new IllegalArgumentException(
          s"Spark cannot read the table's rows; read them with bin/trident layout read: ${e.getMessage}",
          e
        )
    }

  /** Returns a reader of parts of files of Avro.
    *
    * @param read
    *   the columns of the schema that are read
    * @param filters
    *   of these columns; rows that do not pass are left out
    */
  def avroReader(
      session: SparkSession,
      schema: StructType,
      read: StructType,
      filters: Seq[Filter]
  ): PartitionedFile => Iterator[InternalRow] =
    new AvroFileFormat().buildReader(
      session,
      schema,
      new StructType,
      read,
      filters,
      Map("ignoreExtension" -> "true"),
      session.sessionState.newHadoopConf()
    )

  /** Returns a schema in which all may be null, as readers of files have it. */
  def nullable(schema: StructType): StructType = schema.asNullable
}

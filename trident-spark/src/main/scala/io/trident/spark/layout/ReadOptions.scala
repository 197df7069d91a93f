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
package io.trident.spark.layout

import io.trident.core.config.SparkLayoutKeys
import io.trident.core.layout.slice.Slice
import io.trident.spark.config.ConfSource
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import scala.jdk.CollectionConverters._

/** Options of reading a table.
  *
  * @param dimension
  *   the number of the dimension to read, whatever it costs
  * @param isPartitioned
  *   whether Spark may join and aggregate by that dimension without a shuffle
  * @param preferred
  *   the number of the dimension to read if it does not cost much more
  * @param slices
  *   how many tasks share a partition that is reported to Spark, each with a slice of its extents
  * @param partitions
  *   how many partitions are reported to Spark; none for as many as the table has
  */
private[layout] final case class ReadOptions(
    dimension: Option[Int],
    isPartitioned: Boolean,
    preferred: Option[Int],
    slices: Int,
    partitions: Option[Int]
)

private[layout] object ReadOptions {
  final val Dimension = "dimension"
  final val Partitioned = "partitioned"
  final val Slices = "slices"
  final val Partitions = "partitions"

  /** Set by a rule of the optimizer; a column. */
  final val Preferred = "preferred-dimension"

  /** Set by a rule of the optimizer, once it has chosen the replica that is read. */
  final val Chosen = "replica-is-chosen"

  private val Known =
    Set("path", "paths", Dimension, Partitioned, Partitions, Slices, Preferred, Chosen)

  private def session = ConfSource(key => Option(SQLConf.get.getConfString(key, null)))

  /** Reads options.
    *
    * @param dimensions
    *   the columns of the table's dimensions
    * @param isSliced
    *   whether slices of the table's extents can be read; else there is one
    * @throws java.lang.IllegalArgumentException
    *   if one is not known or not valid
    */
  def of(
      options: CaseInsensitiveStringMap,
      dimensions: Seq[String],
      isSliced: Boolean
  ): ReadOptions = {
    val unknown = options.keySet.asScala.toSet -- Known
    if (unknown.nonEmpty) {
      throw new IllegalArgumentException(
        s"A logically replicated table has no option ${unknown.toSeq.sorted.mkString(", ")}; give" +
          s" $Dimension, $Partitioned, $Partitions or $Slices. Its format is in its specification."
      )
    }
    def number(option: String) = Option(options.get(option)).map { column =>
      dimensions.indexWhere(SQLConf.get.resolver(_, column)) match {
        case -1 =>
          throw new IllegalArgumentException(
            s"The table has no dimension $column; it has ${dimensions.mkString(", ")}."
          )
        case found => found
      }
    }
    val slices = options.getInt(Slices, SparkLayoutKeys.SLICES.read(session))
    Slice.checkSlices(slices)
    ReadOptions(
      number(Dimension),
      options.getBoolean(Partitioned, true),
      number(Preferred),
      if (isSliced) slices else 1,
      Option(options.get(Partitions)).map(_ => options.getInt(Partitions, 0))
    )
  }
}

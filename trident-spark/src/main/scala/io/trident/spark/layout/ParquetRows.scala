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

import io.trident.layout.format.Column
import io.trident.layout.table.TableSpec
import java.io.ByteArrayInputStream
import java.util.{Base64, Collections}
import org.apache.hadoop.fs.Path
import org.apache.parquet.format.Util
import org.apache.parquet.format.converter.ParquetMetadataConverter
import org.apache.parquet.hadoop.{Footer, ParquetInputFormat}
import org.apache.parquet.hadoop.metadata.{FileMetaData, ParquetMetadata}
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName
import org.apache.spark.sql.connector.read.PartitionReaderFactory
import org.apache.spark.sql.execution.WholeStageCodegenExec
import org.apache.spark.sql.execution.datasources.parquet.{
  ParquetFileFormat,
  ParquetToSparkSchemaConverter,
  ParquetUtils
}
import org.apache.spark.sql.execution.datasources.v2.parquet.ParquetScanBuilder
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.trident.FileSourceBridge
import org.apache.spark.sql.types._
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import scala.util.control.NonFatal

/** Parquet. Schema and types are those that Spark takes from the footer that all files of a table
  * share; a bucket is one or more row groups.
  */
private[layout] final class ParquetRows(spec: TableSpec) extends SparkFormat(spec) {
  private val footer = ParquetRows.footer(option("footer").getOrElse(""))

  override val schema: StructType = FileSourceBridge.nullable(
    ParquetFileFormat.readSchemaFromFooter(
      new Footer(new Path("footer"), new ParquetMetadata(footer, Collections.emptyList())),
      new ParquetToSparkSchemaConverter(SQLConf.get)
    )
  )

  override def path(column: String): Seq[String] =
    ParquetRows.find(schema, column).fold(Seq(column))(_._1)

  override def dataType(column: Column): Option[DataType] =
    ParquetRows.find(schema, column.name).collect {
      case (path, found) if SparkFormat.isKey(column.`type`, found) && isWritten(path, found) =>
        found
    }

  /** Whether Spark reads the bytes of strings as they are. */
  private def isWritten(path: Seq[String], found: DataType): Boolean =
    found != StringType ||
      footer.getSchema.getType(path: _*).asPrimitiveType.getPrimitiveTypeName ==
      PrimitiveTypeName.BINARY

  /** Also of structures what is needed only. */
  override def read(required: StructType): StructType =
    StructType(schema.flatMap(field => required.find(_.name == field.name)))

  override def parts: FileParts = FileParts.RowGroups

  override def reading(column: Column): KeyReading =
    KeyReading(
      isUsable = !SparkFormat.isTime(column.`type`.kind) || ParquetRows.readsTimesAsWritten,
      alsoNull = false,
      readAsNull = Some(Nil),
      isDecoded = false
    )

  override def boundedReading(column: Column): KeyReading = reading(column)

  override def isExact(column: Column): Boolean =
    dataType(column).isDefined && reading(column).isUsable

  /** As `ParquetPartitionReaderFactory` has it. */
  override def readsColumns(read: StructType): Boolean = {
    val conf = SQLConf.get
    ParquetUtils.isBatchReadSupportedForSchema(conf, read) && conf.wholeStageEnabled &&
    !WholeStageCodegenExec.isTooManyFields(conf, read)
  }

  override protected def options: Map[String, String] = Map.empty

  /** A bucket is a row group, and what Parquet looks up to pass over some of it is a request more
    * for each. The index of pages is of use by a column in whose order the rows are, and in a
    * bucket that is longer than a page. A dictionary is worth a request if more is read of a bucket
    * than Spark reads while it opens a file.
    */
  override protected def tuning(
      session: ReaderSession,
      read: StructType,
      filters: Seq[Filter],
      buckets: Buckets
  ): Map[String, String] = {
    val isOrdered = filters.exists(_.references.exists(buckets.orderedBy.contains))
    val isLonger = buckets.bytes > option("page.bytes").fold(ParquetRows.PageBytes)(_.toLong)
    val bytes = buckets.bytes.toDouble * read.defaultSize / math.max(1, schema.defaultSize)
    val isWorth = bytes > session.spark.sessionState.conf.filesOpenCostInBytes
    Map(
      ParquetInputFormat.COLUMN_INDEX_FILTERING_ENABLED -> (isOrdered && isLonger),
      ParquetInputFormat.DICTIONARY_FILTERING_ENABLED -> isWorth
    ).collect { case (key, false) => key -> "false" } // users may have turned them off
  }

  override protected def readerFactory(
      session: ReaderSession,
      read: StructType,
      filters: Seq[Filter],
      options: CaseInsensitiveStringMap
  ): PartitionReaderFactory = {
    val builder =
      new ParquetScanBuilder(session.spark, session.noFiles, schema, schema, options) {
        pushedDataFilters = filters.filter(isPushed).toArray
      }
    builder.pruneColumns(read)
    builder.build().createReaderFactory()
  }

  /** To Parquet's dictionaries -0 is less than 0, and to Spark they are equal: of a row group that
    * has one of them only, rows would be missed.
    */
  private def isPushed(filter: Filter): Boolean = filter.references.forall { column =>
    ParquetRows.find(schema, column).exists { case (_, found) =>
      found != FloatType && found != DoubleType
    }
  }
}

private[layout] object ParquetRows {
  final val Name = "parquet"

  /** As the format has it, where the table does not. */
  private final val PageBytes = 1L << 20
  final val Extension = ".parquet"

  private def footer(text: String): FileMetaData =
    try {
      val bytes = new ByteArrayInputStream(Base64.getDecoder.decode(text))
      new ParquetMetadataConverter()
        .fromParquetMetadata(Util.readFileMetaData(bytes))
        .getFileMetaData
    } catch {
      case NonFatal(e) => // what the library throws of bytes that are no footer is of any kind
        throw new IllegalArgumentException(
          "The table's specification has no footer of Parquet; restore _trident/spec.json, or convert" +
            s" the files again: ${e.getMessage}",
          e
        )
    }

  /** The names that lead to a column, and its type. A name may have a dot itself. */
  private def find(schema: StructType, column: String): Option[(Seq[String], DataType)] =
    schema
      .collectFirst { case field if field.name == column => (Seq(field.name), field.dataType) }
      .orElse(
        schema.flatMap { field =>
          field.dataType match {
            case inner: StructType if column.startsWith(field.name + ".") =>
              find(inner, column.drop(field.name.length + 1)).map { case (names, found) =>
                (field.name +: names, found)
              }
            case _ => None
          }
        }.headOption
      )

  /** Not in the calendar of Spark 2, nor in another time zone. */
  private def readsTimesAsWritten: Boolean = {
    val conf = SQLConf.get
    Seq("datetimeRebaseModeInRead", "int96RebaseModeInRead").forall { key =>
      !conf.getConfString(s"spark.sql.parquet.$key", "CORRECTED").equalsIgnoreCase("LEGACY")
    } && !conf.getConfString("spark.sql.parquet.int96TimestampConversion", "false").toBoolean
  }
}

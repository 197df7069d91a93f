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

import io.trident.layout.format.{Column, ColumnType}
import io.trident.layout.table.TableSpec
import java.io.{ByteArrayInputStream, IOException}
import java.util.Base64
import org.apache.avro.{AvroRuntimeException, Schema}
import org.apache.avro.file.DataFileStream
import org.apache.avro.generic.{GenericDatumReader, GenericRecord}
import org.apache.spark.sql.catalyst.{FileSourceOptions, InternalRow}
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.connector.read.{PartitionReader, PartitionReaderFactory}
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.execution.datasources.v2.FilePartitionReaderFactory
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.trident.FileSourceBridge
import org.apache.spark.sql.types._
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** Avro. Schema and types are those that Spark takes from the header that all files of a table
  * share. They are read by classes of Spark SQL itself; its module for Avro need not be there.
  */
private[layout] final class AvroRows(spec: TableSpec) extends SparkFormat(spec) {
  private val written: Schema = AvroRows.schema(option("header").getOrElse(""))

  override val schema: StructType = FileSourceBridge.avroSchema(written)

  override def dataType(column: Column): Option[DataType] =
    schema.collectFirst {
      case field if field.name == column.name && SparkFormat.isKey(column.`type`, field.dataType) =>
        field.dataType
    }

  override def parts: FileParts = FileParts.Blocks

  override def reading(column: Column): KeyReading = KeyReading(
    isUsable = !SparkFormat.isTime(column.`type`.kind) || AvroRows.readsTimesAsWritten,
    alsoNull = false,
    readAsNull = Some(Nil),
    isDecoded = isDecoded(column)
  )

  /** Where a schema asks for Java's strings, bytes that are no UTF-8 are replaced. */
  private def isDecoded(column: Column): Boolean =
    column.`type`.kind == ColumnType.Kind.STRING &&
      Option(written.getField(column.name))
        .exists(_.schema.toString.contains("avro.java.string"))

  override def isExact(column: Column): Boolean =
    dataType(column).isDefined && reading(column).isUsable && !isDecoded(column)

  override protected def options: Map[String, String] = Map.empty

  override protected def readerFactory(
      session: ReaderSession,
      read: StructType,
      filters: Seq[Filter],
      options: CaseInsensitiveStringMap
  ): PartitionReaderFactory = {
    val names = read.fieldNames.toSet
    val tested = filters.filter(_.references.forall(names.contains))
    new AvroReaderFactory(FileSourceBridge.avroReader(session.spark, schema, read, tested))
  }
}

private[layout] object AvroRows {
  final val Name = "avro"
  final val Extension = ".avro"

  private def schema(header: String): Schema =
    try {
      FileSourceBridge.registerAvroTypes()
      val bytes = new ByteArrayInputStream(Base64.getDecoder.decode(header))
      new DataFileStream(bytes, new GenericDatumReader[GenericRecord]()).getSchema
    } catch {
      case e @ (_: IOException | _: IllegalArgumentException | _: AvroRuntimeException) =>
        throw new IllegalArgumentException(
          "The table's specification has no header of Avro; restore _trident/spec.json, or convert" +
            s" the files again: ${e.getMessage}",
          e
        )
    }

  /** Not in the calendar of Spark 2. */
  private def readsTimesAsWritten: Boolean =
    !SQLConf.get
      .getConfString("spark.sql.avro.datetimeRebaseModeInRead", "CORRECTED")
      .equalsIgnoreCase("LEGACY")
}

/** Reads parts of files by a function of Spark's. */
private[layout] final class AvroReaderFactory(
    open: PartitionedFile => Iterator[InternalRow]
) extends FilePartitionReaderFactory {
  override protected val options: FileSourceOptions =
    new FileSourceOptions(CaseInsensitiveMap(Map.empty[String, String]))

  override def buildReader(file: PartitionedFile): PartitionReader[InternalRow] =
    new PartitionReader[InternalRow] {
      private val rows = open(file)
      private var row: InternalRow = _

      override def next(): Boolean = rows.hasNext && {
        row = rows.next()
        true
      }

      override def get(): InternalRow = row

      /** The file is closed behind its last row, or at the end of the task. */
      override def close(): Unit = ()
    }
}

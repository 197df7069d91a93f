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

import io.trident.core.layout.value.Value
import io.trident.layout.format.{Column, ColumnType, RowFormats, ValueText}
import io.trident.layout.table.{FormatSpec, TableSpec}
import java.nio.charset.StandardCharsets
import java.time.ZoneId
import org.apache.spark.sql.connector.read.PartitionReaderFactory
import org.apache.spark.sql.execution.datasources.v2.csv.CSVScan
import org.apache.spark.sql.execution.datasources.v2.json.JsonScan
import org.apache.spark.sql.execution.datasources.v2.text.TextScan
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types._
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import scala.collection.immutable.SortedMap
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** The row format of a table in Spark's words: by which of Spark's readers its rows are read, with
  * which options, and in how far what they read is what a manifest has.
  */
private[layout] abstract class SparkFormat(spec: TableSpec) {
  protected final def option(name: String): Option[String] =
    Option(spec.format.options.get(name))

  /** The table's columns; each may be null. */
  def schema: StructType =
    StructType(spec.schema.columns.asScala.toSeq.map { column =>
      StructField(column.name, KeyValues.dataType(column.`type`))
    })

  /** The names of a column: its own, and before it those of the structures that it is in. */
  def path(column: String): Seq[String] = Seq(column)

  /** The type of a column as its values are read; none if keys of it cannot be compared with them.
    */
  def dataType(column: Column): Option[DataType] = Some(KeyValues.dataType(column.`type`))

  /** What is read if a query needs some columns. */
  def read(required: StructType): StructType = {
    val names = required.fieldNames.toSet
    StructType(schema.filter(field => names.contains(field.name)))
  }

  /** Which parts of a file can be read. */
  def parts: FileParts = FileParts.Lines

  /** How keys of a column and what Spark reads may differ. */
  def reading(column: Column): KeyReading

  /** How values of a column that is no dimension, and has bounds, and what Spark reads may differ.
    * Of lines a value that the format could not parse counts as null there.
    */
  def boundedReading(column: Column): KeyReading = reading(column).copy(alsoNull = true)

  /** Whether keys of a column surely are what Spark reads. */
  def isExact(column: Column): Boolean = false

  /** Whether slices of extents can be read. */
  final def isSliced: Boolean = parts != FileParts.RowGroups

  /** Whether Spark's reader gives columns rather than rows, as the session is configured. It is
    * known without the reader, which costs more than the rest of a plan: Spark then makes it with
    * the first task, and none for a plan that is not executed.
    *
    * @param read
    *   the columns that are read
    */
  def readsColumns(read: StructType): Boolean = false

  /** Spark's reader of these rows.
    *
    * @param read
    *   the columns of [[schema]] that are read
    * @param filters
    *   what rows must pass; those that do not may be read, too
    * @param buckets
    *   what they are read of
    * @param settings
    *   of Hadoop, for the files that are read
    */
  final def readerFactory(
      session: ReaderSession,
      read: StructType,
      filters: Seq[Filter],
      buckets: Buckets,
      settings: Map[String, String]
  ): PartitionReaderFactory = {
    val all = options ++ tuning(session, read, filters, buckets) ++ settings
    readerFactory(session, read, filters, new CaseInsensitiveStringMap(all.asJava))
  }

  protected def readerFactory(
      session: ReaderSession,
      read: StructType,
      filters: Seq[Filter],
      options: CaseInsensitiveStringMap
  ): PartitionReaderFactory

  /** Options of Spark's reader. */
  protected def options: Map[String, String]

  /** Options that make reading of buckets cheaper. */
  protected def tuning(
      session: ReaderSession,
      read: StructType,
      filters: Seq[Filter],
      buckets: Buckets
  ): Map[String, String] = Map.empty

  /** Those of each reader of lines. A column must not be what Spark takes for the text of a corrupt
    * row.
    */
  protected final def common: Map[String, String] =
    Map(
      "timeZone" -> option("zone").getOrElse("Z"),
      "columnNameOfCorruptRecord" ->
        LazyList.iterate("_corrupt_record")("_" + _).find(!spec.schema.names.contains(_)).head
    ) ++ Option.when(isLineFeedOnly)("lineSep" -> "\n")

  protected final def isLineFeedOnly: Boolean = option("line.end").contains("lf")

  protected final def mayHaveInvalid: Boolean = option("invalid").contains("null")

  /** Keys that a text without quotes could be, beside null. */
  protected final def keysOf(column: Column, texts: String*): Seq[Value] = {
    val values = new ValueText(ZoneId.of(option("zone").getOrElse("Z")))
    texts.distinct.flatMap { text =>
      values.parse(column.`type`, text.getBytes(StandardCharsets.UTF_8)).toScala
    }
  }
}

private[layout] object SparkFormat {

  /** How a format is read: by which readers of Spark, by its name.
    *
    * @param extension
    *   that of the names of extents, if the format's jar is not that of Spark's module
    */
  private final case class Reading(of: TableSpec => SparkFormat, extension: Option[String] = None)

  /** Of version 1 each. */
  private val readings: SortedMap[String, Reading] = SortedMap(
    AvroRows.Name -> Reading(new AvroRows(_), Some(AvroRows.Extension)),
    "csv" -> Reading(new CsvRows(_)),
    "json" -> Reading(new JsonRows(_)),
    ParquetRows.Name -> Reading(new ParquetRows(_), Some(ParquetRows.Extension)),
    "text" -> Reading { spec =>
      if (spec.format.options.containsKey("separator")) new SeparatedRows(spec)
      else new TextRows(spec)
    }
  )

  /** Returns how a table is read.
    *
    * @throws java.lang.IllegalArgumentException
    *   if Spark has no reader of its format
    */
  def of(spec: TableSpec): SparkFormat =
    readings.get(spec.format.name).filter(_ => spec.format.version == 1) match {
      case Some(reading) => reading.of(spec)
      case None          =>
        throw new IllegalArgumentException(
          s"Format ${spec.format.name}, version ${spec.format.version}, cannot be read with Spark; take a" +
            s" newer release of Trident, or convert the table to one of ${readings.keys.mkString(", ")}."
        )
    }

  /** The extension of the names of extents. What reads a format is Spark's, so a format need not be
    * installed here.
    *
    * @throws java.lang.IllegalArgumentException
    *   if the format is not known
    */
  def extension(format: FormatSpec): String =
    readings.get(format.name).flatMap(_.extension).getOrElse {
      RowFormats.installed(getClass.getClassLoader).find(format.name, format.version).extension
    }

  /** Whether values of a type are keys of another one, value for value. */
  private[layout] def isKey(column: ColumnType, found: DataType): Boolean =
    (column.kind, found) match {
      case (ColumnType.Kind.INT, ByteType | ShortType | IntegerType)                     => true
      case (ColumnType.Kind.TIMESTAMP, TimestampType | TimestampNTZType)                 => true
      case (ColumnType.Kind.STRING, StringType | BinaryType)                             => true
      case (ColumnType.Kind.INT | ColumnType.Kind.TIMESTAMP | ColumnType.Kind.STRING, _) => false
      case _ => KeyValues.dataType(column) == found
    }

  /** Dates and times are parsed as the format has it; not by the rules of Spark 2. */
  private[layout] def parsesTimes: Boolean =
    !SQLConf.get
      .getConfString("spark.sql.legacy.timeParserPolicy", "CORRECTED")
      .equalsIgnoreCase("LEGACY")

  /** Types of which each text that the format parses is one of Spark's, too. */
  private[layout] def isPlain(kind: ColumnType.Kind): Boolean = kind match {
    case ColumnType.Kind.BOOLEAN | ColumnType.Kind.INT | ColumnType.Kind.LONG |
        ColumnType.Kind.STRING =>
      true
    case _ => false
  }

  private[layout] def isNumber(kind: ColumnType.Kind): Boolean =
    isPlain(kind) && kind != ColumnType.Kind.STRING

  private[layout] def isTime(kind: ColumnType.Kind): Boolean =
    kind == ColumnType.Kind.DATE || kind == ColumnType.Kind.TIMESTAMP
}

/** Rows that Spark's reader of CSV reads. It takes an empty value, and the text of null even within
  * quotes, for null; a row with a value of another type has null there.
  */
private[layout] sealed abstract class DelimitedRows(spec: TableSpec) extends SparkFormat(spec) {
  protected def nullText: String

  override def reading(column: Column): KeyReading = {
    val kind = column.`type`.kind
    val readAsNull =
      if (SparkFormat.isPlain(kind)) Some(keysOf(column, "", nullText)) else None
    KeyReading(
      isUsable = !SparkFormat.isTime(kind) || SparkFormat.parsesTimes,
      alsoNull = mayHaveInvalid,
      readAsNull = readAsNull,
      isDecoded = true
    )
  }

  override def isExact(column: Column): Boolean =
    SparkFormat.isNumber(column.`type`.kind) && !mayHaveInvalid &&
      keysOf(column, "", nullText).isEmpty

  override protected def readerFactory(
      session: ReaderSession,
      read: StructType,
      filters: Seq[Filter],
      options: CaseInsensitiveStringMap
  ): PartitionReaderFactory =
    CSVScan(session.spark, session.noFiles, schema, read, new StructType, options, Array.empty)
      .createReaderFactory()

  /** A backslash begins an escape where Spark expects a separator. */
  protected final def separator(text: String): String = text.replace("\\", "\\\\")
}

private[layout] final class CsvRows(spec: TableSpec) extends DelimitedRows(spec) {
  override protected def nullText: String = option("null").getOrElse("")

  private def isMultiline = option("multiline").contains("true")

  override def parts: FileParts = if (isMultiline) FileParts.Whole else FileParts.Lines

  /** In a file with line feeds in values Spark finds out what ends lines. A carriage return may
    * then be of the last value.
    */
  override def reading(column: Column): KeyReading = {
    val isLast = spec.schema.names.asScala.last == column.name
    val asLine = super.reading(column)
    asLine.copy(isUsable = asLine.isUsable && (!isMultiline || isLineFeedOnly || !isLast))
  }

  override protected def options: Map[String, String] = common ++ Map(
    "sep" -> separator(option("separator").getOrElse(",")),
    "quote" -> option("quote").getOrElse("\""),
    "escape" -> option("escape").getOrElse("\""),
    "nullValue" -> nullText,
    "header" -> option("header").exists(_ != "false").toString,
    "multiLine" -> isMultiline.toString
  )
}

/** Text between separators: CSV in which nothing is quoted. */
private[layout] final class SeparatedRows(spec: TableSpec) extends DelimitedRows(spec) {
  override protected def nullText: String = option("null").getOrElse("\\N")

  override protected def options: Map[String, String] = common ++ Map(
    "sep" -> separator(option("separator").get),
    // no character: text does not have it
    "quote" -> "\uffff",
    "escape" -> "\uffff",
    "nullValue" -> nullText
  )
}

/** Lines; what is null to the format is its text to Spark. */
private[layout] final class TextRows(spec: TableSpec) extends SparkFormat(spec) {
  override def reading(column: Column): KeyReading =
    KeyReading(isUsable = true, alsoNull = true, readAsNull = Some(Nil), isDecoded = false)

  override protected def options: Map[String, String] = common

  override protected def readerFactory(
      session: ReaderSession,
      read: StructType,
      filters: Seq[Filter],
      options: CaseInsensitiveStringMap
  ): PartitionReaderFactory =
    TextScan(session.spark, session.noFiles, schema, read, new StructType, options)
      .createReaderFactory()
}

/** Objects of JSON. All of a row may be null in Spark, if some member is of another type. */
private[layout] final class JsonRows(spec: TableSpec) extends SparkFormat(spec) {
  override def path(column: String): Seq[String] = column.split("\\.", -1).toSeq

  /** Column `a.b` is member `b` of the structure `a`. */
  override def schema: StructType =
    tree(spec.schema.columns.asScala.toSeq.map(column => path(column.name) -> column))

  private def tree(columns: Seq[(Seq[String], Column)]): StructType =
    StructType(columns.map(_._1.head).distinct.map { name =>
      columns.collect { case (`name` +: rest, column) => rest -> column } match {
        case Seq((Nil, column)) => StructField(name, KeyValues.dataType(column.`type`))
        case inner if inner.forall(_._1.nonEmpty) => StructField(name, tree(inner))
        case _                                    =>
          throw new IllegalArgumentException(
            s"Column $name is a value and an object with others in it; leave one of them out of the table's" +
              " specification."
          )
      }
    })

  override def reading(column: Column): KeyReading = {
    val kind = column.`type`.kind
    val isExact =
      SQLConf.get.getConfString("spark.sql.json.enableExactStringParsing", "true").toBoolean
    KeyReading(
      isUsable = (!SparkFormat.isTime(kind) || SparkFormat.parsesTimes) &&
        (kind != ColumnType.Kind.STRING || isExact) &&
        kind != ColumnType.Kind.FLOAT, // Spark may round twice, by way of a double
      alsoNull = mayHaveInvalid,
      readAsNull = None,
      isDecoded = false
    )
  }

  /** Else all of a row is null if a member after the key is of another type. */
  override def isExact(column: Column): Boolean =
    SparkFormat.isNumber(column.`type`.kind) && !mayHaveInvalid &&
      SQLConf.get.getConfString("spark.sql.json.enablePartialResults", "true").toBoolean

  override protected def options: Map[String, String] = common

  override protected def readerFactory(
      session: ReaderSession,
      read: StructType,
      filters: Seq[Filter],
      options: CaseInsensitiveStringMap
  ): PartitionReaderFactory =
    JsonScan(session.spark, session.noFiles, schema, read, new StructType, options, Array.empty)
      .createReaderFactory()
}

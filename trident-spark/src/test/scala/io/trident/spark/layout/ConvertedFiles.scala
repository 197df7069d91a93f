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

import io.trident.core.layout.partition.SampledBoundaries
import io.trident.core.layout.partition.WeightedValue
import io.trident.core.layout.value.Value
import io.trident.layout.format.{ByteSource, FormatAdapter, RowFormats}
import io.trident.layout.table.{DimensionSpec, FormatSpec, TableSpec}
import java.io.{ByteArrayInputStream, InputStream}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.DataFrame
import scala.jdk.CollectionConverters._

/** Tables of files that Spark wrote. */
object ConvertedFiles {
  private def formats = RowFormats.installed(getClass.getClassLoader)

  /** How Spark names its sources of formats. Its module for Avro, which knows the short name, need
    * not be there.
    */
  val Sources: Map[String, String] = Map(
    "parquet" -> "parquet",
    "avro" -> "org.apache.spark.sql.avro.AvroFileFormat"
  )

  /** Writes a frame as a stock directory of a format, and the same rows as a table.
    *
    * @param by
    *   the columns of the dimensions; with `:hash` behind them by hash
    * @param sizes
    *   the extents of each super-extent
    */
  def write(
      name: String,
      frame: DataFrame,
      stock: Path,
      root: Path,
      by: Seq[String],
      sizes: Seq[Int] = Seq(8, 4),
      extents: Int = 8,
      conf: Configuration = new Configuration
  ): WrittenTable = {
    frame.write.format(Sources(name)).save(stock.toString)
    val fileSystem = stock.getFileSystem(new Configuration)
    val files = fileSystem
      .listStatus(stock)
      .map(_.getPath)
      .filter(_.getName.startsWith("part-"))
      .sortBy(_.getName)
      .toSeq
      .map { path =>
        val in = fileSystem.open(path)
        try source(path.getName, in.readAllBytes())
        finally in.close()
      }
    val format = formats.newest(name)
    val options = format.complete(Map.empty[String, String].asJava, files.head)
    val schema = format.schema(options).get
    val names = by.map(_.stripSuffix(":hash"))
    val adapter = format.open(schema, names.asJava, options)
    val rows = files.flatMap(records(adapter, _))
    val dimensions = by.zipWithIndex.map { case (one, index) =>
      if (one.endsWith(":hash")) DimensionSpec.byHash(names(index))
      else {
        val values =
          rows.map(row => new WeightedValue(adapter.keys(Value.ofBytes(row)).get(index), 1))
        DimensionSpec.byRange(one, SampledBoundaries.of(values.asJava, extents).boundaries)
      }
    }
    val spec = new TableSpec(
      schema,
      dimensions.asJava,
      new FormatSpec(name, 1, options),
      extents,
      1 << 20,
      2,
      1
    )
    val cuts = sizes.indices.map(i => rows.size * i / sizes.size) :+ rows.size
    val parts = sizes.zip(cuts.zip(cuts.tail)).map { case (size, (from, to)) =>
      size -> rows.slice(from, to)
    }
    WrittenTable.write(root, spec, parts, conf)
  }

  private def records(adapter: FormatAdapter, file: ByteSource): Seq[Array[Byte]] = {
    val reader = adapter.read(file, 0, file.length)
    try Iterator.continually(reader.next()).takeWhile(_ != null).map(_.record.toArray).toSeq
    finally reader.close()
  }

  private def source(file: String, bytes: Array[Byte]): ByteSource = new ByteSource {
    override def name: String = file
    override def length: Long = bytes.length.toLong
    override def open(from: Long, to: Long): InputStream =
      new ByteArrayInputStream(bytes, from.toInt, (to - from).toInt)
  }
}

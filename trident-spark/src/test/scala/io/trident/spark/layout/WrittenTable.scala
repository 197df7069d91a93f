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

import io.trident.core.layout.{Extent, LayoutRow}
import io.trident.core.layout.manifest.{BlockIdentity, Manifest, ManifestCodec}
import io.trident.core.layout.value.Value
import io.trident.layout.extent.SuperExtentWriter
import io.trident.layout.format.{ByteSource, Column, ColumnType, RowFormats, Schema}
import io.trident.layout.table.{DimensionSpec, FormatSpec, TablePaths, TableSpec, TableSpecJson}
import java.io.{ByteArrayInputStream, InputStream, OutputStream}
import java.nio.charset.StandardCharsets.UTF_8
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path}
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus
import scala.jdk.CollectionConverters._

/** A logically replicated table that a test wrote.
  *
  * @param manifests
  *   of its super-extents, in order
  */
final class WrittenTable private (
    val root: Path,
    val spec: TableSpec,
    val manifests: Seq[Manifest],
    fileSystem: FileSystem
) {
  private val paths = new TablePaths(WrittenTable.extension(spec))

  /** The path as Spark takes it. */
  def path: String = root.toString

  def file(superExtent: Int, extent: Extent): Path =
    new Path(root, paths.of(superExtent.toLong, extent))

  def manifestFile(superExtent: Int): Path =
    new Path(root, paths.manifest(superExtent.toLong))

  def replace(file: Path, bytes: Array[Byte]): Unit = {
    val out = fileSystem.create(file, true)
    try out.write(bytes)
    finally out.close()
  }

  def delete(file: Path): Unit = {
    fileSystem.delete(file, true)
    ()
  }
}

object WrittenTable {

  /** A schema such as `a long, b decimal(8,2)`. */
  def schema(text: String): Schema =
    new Schema(
      text
        .split(", ")
        .toSeq
        .map { one =>
          val name = one.takeWhile(_ != ' ')
          new Column(name, ColumnType.parse(one.drop(name.length)))
        }
        .asJava
    )

  def spec(
      columns: Schema,
      dimensions: Seq[DimensionSpec],
      format: String,
      options: Map[String, String] = Map.empty,
      extents: Int = 4
  ): TableSpec =
    new TableSpec(
      columns,
      dimensions.asJava,
      new FormatSpec(format, 1, options.asJava),
      extents,
      1 << 20,
      2,
      1
    )

  def extension(spec: TableSpec): String =
    formats.find(spec.format.name, spec.format.version).extension

  private def formats = RowFormats.installed(getClass.getClassLoader)

  /** Writes a table.
    *
    * @param superExtents
    *   for each one its number of extents and its rows
    * @param create
    *   makes the file of an extent
    */
  def write(
      root: Path,
      spec: TableSpec,
      superExtents: Seq[(Int, Seq[Array[Byte]])],
      conf: Configuration = new Configuration,
      create: (FileSystem, Path, Extent) => OutputStream = (in, path, _) =>
        in.create(path, 1.toShort)
  ): WrittenTable = {
    val fileSystem = root.getFileSystem(conf)
    val paths = new TablePaths(extension(spec))
    val adapter = spec.open(formats)
    def put(relative: String, bytes: Array[Byte]): Unit = {
      val out = fileSystem.create(new Path(root, relative))
      try out.write(bytes)
      finally out.close()
    }
    val manifests = superExtents.zipWithIndex.map { case ((extents, lines), number) =>
      val rows = lines.zipWithIndex.map { case (line, id) =>
        val record = Value.ofBytes(line)
        new LayoutRow(id.toLong, adapter.keys(record), record)
      }
      def path(extent: Extent) = new Path(root, paths.of(number.toLong, extent))
      val written =
        new SuperExtentWriter(spec.layout(extents), spec.parityGroups(extents), adapter).write(
          rows.asJava,
          extent => create(fileSystem, path(extent), extent),
          extent => source(fileSystem, path(extent))
        )
      val bounds = spec.bounds(formats)
      rows.foreach(row => bounds.add(row.record))
      val manifest = written
        .manifest(
          number.toLong,
          formats.find(spec.format.name, spec.format.version),
          extent => identity(fileSystem, path(extent))
        )
        .`with`(bounds.bounds)
      put(paths.manifest(number.toLong), ManifestCodec.encode(manifest))
      manifest
    }
    put(TablePaths.SPEC, TableSpecJson.write(spec).getBytes(UTF_8))
    new WrittenTable(root, spec, manifests, fileSystem)
  }

  private def identity(fileSystem: FileSystem, path: Path): BlockIdentity =
    fileSystem.listLocatedStatus(path).next() match {
      case file: HdfsLocatedFileStatus =>
        file.getLocatedBlocks.getLocatedBlocks.asScala.headOption.map(_.getBlock) match {
          case Some(block) =>
            new BlockIdentity(file.getFileId, block.getBlockId, block.getGenerationStamp)
          case None => new BlockIdentity(file.getFileId, 0, 0)
        }
      case _ => new BlockIdentity(1, 2, 3) // a file system without identities
    }

  private def source(fileSystem: FileSystem, path: Path): ByteSource = {
    val in = fileSystem.open(path)
    val bytes =
      try in.readAllBytes()
      finally in.close()
    new ByteSource {
      override def name: String = path.toString
      override def length: Long = bytes.length.toLong
      override def open(from: Long, to: Long): InputStream =
        new ByteArrayInputStream(bytes, from.toInt, (to - from).toInt)
    }
  }
}

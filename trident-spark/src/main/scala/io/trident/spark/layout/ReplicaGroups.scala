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

import io.trident.core.replication.PartitionScheme
import io.trident.layout.table.{
  ReplicaPaths,
  ReplicaStatistics,
  ReplicaStatisticsJson,
  SourceListJson,
  TablePaths
}
import java.io.{FileNotFoundException, IOException}
import java.nio.charset.StandardCharsets
import org.apache.hadoop.fs.{FileSystem, Path}
import scala.jdk.CollectionConverters._

/** Finds the replicas that can be read in place of each other. */
private[layout] final class ReplicaGroups(notices: Notices) {
  import ReplicaGroups._

  private val files = new TableFiles

  /** Returns a table, and the replicas of its group that have the same rows, as far as they can be
    * read; of a table that is no replica only itself.
    */
  def of(table: TridentTable): Seq[TridentTable] =
    if (!table.layout.isReplica) Seq(table)
    else table +: notices.guard.get[Seq[TridentTable]](Alone, () => others(table), () => Nil)

  private def others(table: TridentTable): Seq[TridentTable] = {
    val root = table.layout.root
    val fileSystem = root.getFileSystem(TridentCatalog.configuration())
    val found = for {
      statistics <- statisticsOf(fileSystem, root).toSeq
      made <- read(fileSystem, new Path(root, TablePaths.SOURCES)).toSeq
      path <- registered(fileSystem, new Path(root, statistics.source))
      if path != root
      other <- notices.guard.get[Option[TridentTable]](
        Unopened,
        () => open(path, made, fileSystem, table),
        () => None
      )
    } yield other
    found.filter { other =>
      other.layout.spec.schema == table.layout.spec.schema &&
      other.layout.spec.format == table.layout.spec.format &&
      schemeOf(other).isDefined && isReadable(other)
    }
  }

  /** Opens a replica, if it was made of the same files. */
  private def open(
      path: Path,
      made: String,
      fileSystem: FileSystem,
      table: TridentTable
  ): Option[TridentTable] =
    Option.when(read(fileSystem, new Path(path, TablePaths.SOURCES)).contains(made)) {
      new TridentTable(
        LayoutTable.open(path, fileSystem.getConf, files),
        table.tiers,
        table.functions,
        table.shared
      )
    }
}

private[layout] object ReplicaGroups {
  private final val Alone = "Replicas are read as queries name them"
  private final val Unopened = "Replicas that cannot be opened are not read in place of others"

  /** Returns how a table is partitioned if it is laid out as a replica is: of one super-extent, and
    * one dimension by hash. Another file in its directory has rows that other replicas have not.
    */
  def schemeOf(table: TridentTable): Option[PartitionScheme] = {
    val dimensions = table.layout.spec.dimensions
    (table.layout.superExtents, dimensions.size) match {
      case (Seq(manifest), 1) if dimensions.get(0).boundaries.isEmpty && table.layout.isWhole =>
        Some(new PartitionScheme(dimensions.get(0).column, manifest.geometry.extents))
      case _ => None
    }
  }

  /** Whether all partitions have a replica somewhere. */
  def isReadable(table: TridentTable): Boolean = {
    val manifest = table.layout.superExtents.head
    val files = table.layout.files(manifest.superExtent, 0)
    manifest.geometry.extentsOf(0).asScala.forall { extent =>
      files
        .get(extent.extent)
        .exists(file => file.getLen == manifest.bytes(extent) && DimensionReads.hasReplicas(file))
    }
  }

  /** Returns the paths of the replicas that are registered for a source. */
  def registered(fileSystem: FileSystem, source: Path): Seq[Path] =
    try
      fileSystem
        .getXAttrs(source)
        .asScala
        .toSeq
        .collect {
          case (name, value) if name.startsWith(ReplicaPaths.REPLICA) =>
            fileSystem.makeQualified(new Path(new String(value, StandardCharsets.UTF_8)))
        }
        .sortBy(_.toString)
    catch {
      case _: UnsupportedOperationException => Nil // no file system of Hadoop that has attributes
      case _: FileNotFoundException         => Nil
    }

  /** Opens the first replica of a source that can be read; nothing if it has none.
    *
    * @param files
    *   has what was read before
    * @throws java.io.IOException
    *   if none can be read, such as of a source with other files than its replicas were made of
    * @throws java.lang.IllegalArgumentException
    *   if the specification of the first one is none, and no other can be read
    */
  def ofSource(
      source: Path,
      fileSystem: FileSystem,
      files: TableFiles
  ): Option[LayoutTable] = {
    val opened = registered(fileSystem, source)
      .filter(path => fileSystem.exists(new Path(path, ReplicaPaths.STATISTICS)))
      .to(LazyList)
      .map { path =>
        try {
          checkUnchanged(fileSystem, source, path)
          Right(LayoutTable.open(path, fileSystem.getConf, files))
        } catch {
          case e @ (_: IOException | _: IllegalArgumentException) => Left(e)
        }
      }
    opened
      .collectFirst { case Right(table) => table }
      .orElse(opened.headOption.flatMap(_.left.toOption).map(throw _))
  }

  private def checkUnchanged(fileSystem: FileSystem, source: Path, replica: Path): Unit = {
    val before = read(fileSystem, new Path(replica, TablePaths.SOURCES))
      .map(SourceListJson.read(_).sources.asScala.map(one => one.name -> one.length).toMap)
    val now = fileSystem
      .listStatus(source)
      .collect {
        case file if file.isFile && LayoutTable.isVisible(file) =>
          file.getPath.getName -> file.getLen
      }
      .toMap
    if (!before.contains(now)) {
      throw new IOException(
        s"$source has other files than its replica $replica was made of; make the replica again, or" +
          " read the files with their own format, such as csv."
      )
    }
  }

  private def statisticsOf(fileSystem: FileSystem, replica: Path): Option[ReplicaStatistics] =
    read(fileSystem, new Path(replica, ReplicaPaths.STATISTICS)).map(ReplicaStatisticsJson.read)

  private def read(fileSystem: FileSystem, file: Path): Option[String] =
    try {
      val in = fileSystem.open(file)
      try Some(new String(in.readAllBytes(), StandardCharsets.UTF_8))
      finally in.close()
    } catch {
      case _: FileNotFoundException => None
    }
}

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

import io.trident.core.layout.{DataExtent, Extent}
import io.trident.core.layout.manifest.{MalformedManifestException, Manifest, ManifestCodec}
import io.trident.layout.table.{ReplicaPaths, TablePaths, TableSpec, TableSpecJson}
import java.io.{FileNotFoundException, IOException}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets
import java.util.concurrent.{Callable, ConcurrentHashMap, ExecutionException, Executors}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, FileSystem, LocatedFileStatus, Path}
import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** A logically replicated table as it was when it was opened.
  *
  * @param superExtents
  *   those with a manifest that can be read, by number. One without any visible file is not among
  *   them: whoever deletes or replaces these, as Hive's INSERT OVERWRITE does, deletes its rows
  * @param visibleNames
  *   the visible files, and which extents they are by their names, if any
  * @param damaged
  *   what is wrong with which other super-extents
  * @param stamp
  *   differs if the specification, a manifest or the visible files are others
  * @param isReplica
  *   whether it has statistics, as replicas of a group have
  */
private[layout] final class LayoutTable private (
    val root: Path,
    val spec: TableSpec,
    val superExtents: Seq[Manifest],
    visibleNames: Seq[(LocatedFileStatus, Option[TablePaths.Named])],
    val damaged: Seq[String],
    val stamp: Int,
    val isReplica: Boolean,
    paths: TablePaths,
    fileSystem: FileSystem
) {
  private val listed = new ConcurrentHashMap[(Long, Int), Map[Int, LocatedFileStatus]]
  private lazy val first = visibleNames
    .collect { case (file, Some(name)) => name -> file }
    .groupMap(_._1.superExtent)(one => one._1.extent -> one._2)
  private val extents = superExtents.map(one => one.superExtent -> one.geometry.extents).toMap

  /** The files that a reader without Trident sees, each row of the table once. */
  val visible: Seq[LocatedFileStatus] = visibleNames.map(_._1)

  /** The path of an extent, whether there is a file or not. */
  def path(superExtent: Long, extent: Extent): String =
    new Path(root, paths.of(superExtent, extent)).toString

  /** The files of a super-extent in a dimension, by extent; none of a directory that is missing. */
  def files(superExtent: Long, dimension: Int): Map[Int, LocatedFileStatus] =
    listed.computeIfAbsent((superExtent, dimension), _ => list(superExtent, dimension))

  /** Has the files of super-extents in dimensions listed at once. */
  def list(directories: Seq[(Long, Int)]): Unit = {
    LayoutTable.inParallel(directories.filter(_._2 > 0)) { case (superExtent, dimension) =>
      files(superExtent, dimension)
    }
    ()
  }

  private def list(superExtent: Long, dimension: Int): Map[Int, LocatedFileStatus] = {
    val files =
      if (dimension == 0) first.getOrElse(superExtent, Nil)
      else {
        val directory = new Path(path(superExtent, new DataExtent(dimension, 0))).getParent
        LayoutTable.located(fileSystem, directory).map { file =>
          val within = root.toUri.relativize(file.getPath.toUri).getPath
          paths.named(within).toScala.map(_.extent).orNull -> file
        }
      }
    files.collect { case (extent: DataExtent, file) => extent.extent -> file }.toMap
  }

  /** The visible files that are no extents of some super-extents. */
  def visibleBut(superExtents: Set[Long]): Seq[LocatedFileStatus] =
    visibleNames.collect {
      case (file, name)
          if !name.exists(one =>
            superExtents(one.superExtent) && isExtent(one.superExtent, one.extent)
          ) =>
        file
    }

  private def isExtent(superExtent: Long, extent: Extent): Boolean = extent match {
    case data: DataExtent => extents.get(superExtent).exists(data.extent < _)
    case _                => false
  }

  /** Whether all rows are in super-extents that can be used. */
  def isWhole: Boolean = damaged.isEmpty && visibleBut(extents.keySet).isEmpty
}

private[layout] object LayoutTable {
  private final val Readers = 8
  private val Statistics = new Path(ReplicaPaths.STATISTICS).getName

  /** Opens a table.
    *
    * @param cache
    *   has what was read before
    * @throws java.io.FileNotFoundException
    *   if there is no specification
    * @throws java.io.IOException
    *   if the specification or a directory cannot be read
    */
  def open(directory: Path, conf: Configuration, cache: TableFiles): LayoutTable = {
    val fileSystem = directory.getFileSystem(conf)
    val root = fileSystem.makeQualified(directory)
    val hidden = listHidden(fileSystem, root)
    val (spec, extension, specStamp) = specification(fileSystem, root, hidden, cache)
    val paths = new TablePaths(extension)
    val visible = located(fileSystem, root)
      .filter(isVisible)
      .map(file => file -> paths.named(file.getPath.getName).toScala)
    val present = visible.flatMap(_._2).map(_.superExtent).toSet
    val numbers = hidden
      .filter(_.isDirectory)
      .flatMap(one => TablePaths.superExtent(one.getPath.getName).toScala)
      .filter(present)
      .sorted
    val manifests = inParallel(numbers) { number =>
      manifest(fileSystem, new Path(root, paths.manifest(number)), number, spec, cache)
    }
    new LayoutTable(
      root,
      spec,
      manifests.collect { case Right((manifest, _)) => manifest },
      visible,
      manifests.collect { case Left(reason) => reason },
      (specStamp, manifests.map(_.map(_._2)), visible.map(one => stampOf(one._1))).hashCode,
      hidden.exists(_.getPath.getName == Statistics),
      paths,
      fileSystem
    )
  }

  private def listHidden(fileSystem: FileSystem, root: Path): Seq[FileStatus] =
    try fileSystem.listStatus(new Path(root, TablePaths.HIDDEN)).toSeq
    catch { case e: FileNotFoundException => throw missing(root).initCause(e) }

  private def missing(root: Path) = new FileNotFoundException(
    s"There is no logically replicated table at $root: ${TablePaths.SPEC} is missing. Convert the" +
      " directory (bin/trident layout convert), or read it with its own format, such as csv."
  )

  /** A specification, the extension of its files of rows, and its stamp. */
  private def specification(
      fileSystem: FileSystem,
      root: Path,
      hidden: Seq[FileStatus],
      cache: TableFiles
  ): (TableSpec, String, Int) = {
    val file = new Path(root, TablePaths.SPEC)
    val status = hidden.find(_.getPath.getName == file.getName).getOrElse(throw missing(root))
    val stamp = stampOf(status)
    val (spec, extension) = cache.specs.get(file.toString, stamp) {
      val parsed =
        try TableSpecJson.read(new String(read(fileSystem, status), StandardCharsets.UTF_8))
        catch { case e: FileNotFoundException => throw missing(root).initCause(e) }
      (parsed, SparkFormat.extension(parsed.format))
    }
    (spec, extension, stamp)
  }

  /** A manifest and its stamp, or why it is of no use. */
  private def manifest(
      fileSystem: FileSystem,
      file: Path,
      number: Long,
      spec: TableSpec,
      cache: TableFiles
  ): Either[String, (Manifest, Int)] =
    try {
      val status = fileSystem.getFileStatus(file)
      val stamp = stampOf(status)
      val manifest = cache.manifests.get(file.toString, stamp) {
        ManifestCodec.decode(ByteBuffer.wrap(read(fileSystem, status))).forPlanning
      }
      mismatch(manifest, number, spec).toLeft(manifest -> stamp).left.map(reason(file, _))
    } catch {
      case e @ (_: IOException | _: MalformedManifestException) =>
        Left(reason(file, String.valueOf(e.getMessage)))
    }

  private def reason(file: Path, detail: String) = s"manifest $file: $detail"

  private def mismatch(manifest: Manifest, number: Long, spec: TableSpec): Option[String] = {
    val columns = manifest.dimensions.asScala.map(_.dimension.name).toSeq
    if (manifest.superExtent != number) Some(s"it is of super-extent ${manifest.superExtent}")
    else if (columns != spec.dimensions.asScala.map(_.column).toSeq)
      Some(s"it has the dimensions ${columns.mkString(", ")}")
    else if (spec.extents % manifest.geometry.extents != 0)
      Some(s"it has ${manifest.geometry.extents} extents, which do not divide ${spec.extents}")
    else None
  }

  private def read(fileSystem: FileSystem, status: FileStatus): Array[Byte] = {
    if (status.getLen > ManifestCodec.MAX_BYTES + 16) {
      throw new IOException(s"it has ${status.getLen} bytes, which is too much")
    }
    val in = fileSystem.open(status.getPath)
    try in.readNBytes(status.getLen.toInt)
    finally in.close()
  }

  private def inParallel[A, B](all: Seq[A])(work: A => B): Seq[B] =
    if (all.size < 2) all.map(work)
    else {
      val pool = Executors.newFixedThreadPool(math.min(Readers, all.size))
      try {
        val tasks: Seq[Callable[B]] = all.map(one => () => work(one))
        pool.invokeAll(tasks.asJava).asScala.toSeq.map(_.get)
      } catch {
        case e: ExecutionException => throw Option(e.getCause).getOrElse(e)
      } finally pool.shutdownNow()
    }

  private def located(fileSystem: FileSystem, directory: Path): Seq[LocatedFileStatus] = {
    val found = mutable.ArrayBuffer.empty[LocatedFileStatus]
    try {
      val files = fileSystem.listLocatedStatus(directory)
      while (files.hasNext) {
        found += files.next()
      }
    } catch {
      case _: FileNotFoundException => () // a dimension that was deleted
    }
    found.filter(_.isFile).sortBy(_.getPath.getName).toSeq
  }

  /** As Spark and Hadoop have it. */
  def isVisible(file: FileStatus): Boolean = {
    val name = file.getPath.getName
    !name.startsWith("_") && !name.startsWith(".") && !name.endsWith("._COPYING_")
  }

  private def stampOf(file: FileStatus): Int =
    (file.getPath.getName, file.getLen, file.getModificationTime).hashCode
}

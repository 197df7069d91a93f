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

import io.trident.core.layout.slice.{SliceReads, SliceRequest}
import io.trident.layout.extent.SliceReader
import io.trident.layout.format.{ByteSource, RowFormats}
import io.trident.layout.table.TableSpecJson
import java.io.{ByteArrayInputStream, EOFException, FileNotFoundException, InputStream}
import java.net.URI
import java.util.Optional
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs._
import org.apache.hadoop.fs.permission.FsPermission
import org.apache.hadoop.util.{LimitInputStream, Progressable}
import org.apache.spark.TaskContext

/** Slices of a table's extents as files, so that Spark's own readers read them. A slice is had of
  * the storage's node that has the extent: when it is opened, or while the task reads those before.
  * Where no node serves it, the extent is read here when the slice is opened.
  *
  * Hadoop keeps one for each table in each executor, and with it what was logged.
  */
final class SliceFileSystem extends FileSystem {
  private val notices = new Notices
  private var uri: URI = _
  private var spec: String = _
  private var reader: SliceReader = _
  private val ahead = new SlicesAhead(served)

  override def initialize(name: URI, conf: Configuration): Unit = {
    super.initialize(name, conf)
    setConf(conf)
    uri = URI.create(s"${SlicedFile.Scheme}://${name.getAuthority}")
    spec = conf.get(SlicedFile.key(name.getAuthority))
    if (spec == null) {
      throw new FileNotFoundException(
        s"Nothing is known of the table of $name; read slices with format(\"trident\")."
      )
    }
    val loader = getClass.getClassLoader
    val adapters = TableSpecJson.read(spec).openByDimension(RowFormats.installed(loader))
    reader = new SliceReader(SliceReads.installed(loader), adapters, notices.guard)
  }

  override def getUri: URI = uri

  override def getScheme: String = SlicedFile.Scheme

  override def open(path: Path, bufferSize: Int): FSDataInputStream = {
    val file = SlicedFile.of(path)
    val task = Option(TaskContext.get())
    val fromNode = task.flatMap(ahead.take(_, file)).getOrElse(served(file))
    for (one <- task; next <- file.ahead) ahead.begin(one, file.of(next))
    // Of an extent that is read here the client of its file system counts the bytes.
    fromNode.ifPresent(bytes => statistics.incrementBytesRead(bytes.length.toLong))
    val bytes = fromNode.orElseGet { () =>
      val extent = new SliceFileSystem.Extent(file.extent, getConf)
      reader.slice(extent, file.dimension, file.slice)
    }
    new FSDataInputStream(new SliceFileSystem.Bytes(bytes))
  }

  private def served(file: SlicedFile): Optional[Array[Byte]] = reader.served(
    file.extent.file,
    new SliceRequest(spec, file.dimension, file.slice, file.together),
    getConf
  )

  /** The length is that of the extent: that of the slice is not known before it is read. */
  override def getFileStatus(path: Path): FileStatus = {
    val file = SlicedFile.of(path)
    val length = file.extent.length
    new FileStatus(length, false, 1, math.max(1, length), 0, path)
  }

  override def listStatus(path: Path): Array[FileStatus] = Array(getFileStatus(path))

  override def getWorkingDirectory: Path = new Path(uri.toString + "/")

  override def setWorkingDirectory(path: Path): Unit = ()

  override def create(
      path: Path,
      permission: FsPermission,
      overwrite: Boolean,
      bufferSize: Int,
      replication: Short,
      blockSize: Long,
      progress: Progressable
  ): FSDataOutputStream = readOnly()

  override def append(path: Path, bufferSize: Int, progress: Progressable): FSDataOutputStream =
    readOnly()

  override def rename(from: Path, to: Path): Boolean = readOnly()

  override def delete(path: Path, recursive: Boolean): Boolean = readOnly()

  override def mkdirs(path: Path, permission: FsPermission): Boolean = readOnly()

  private def readOnly() =
    throw new UnsupportedOperationException("Slices of extents can be read only.")
}

private[layout] object SliceFileSystem {

  /** An extent that is read here. */
  private final class Extent(extent: SlicedExtent, conf: Configuration) extends ByteSource {
    private val path = new Path(extent.file)

    override def name: String = path.toString

    override def length: Long = extent.length

    override def open(from: Long, to: Long): InputStream = {
      val in = path.getFileSystem(conf).open(path)
      in.seek(from)
      new LimitInputStream(in, to - from)
    }
  }

  /** Bytes in memory as Hadoop reads files. */
  private final class Bytes(bytes: Array[Byte]) extends FSInputStream {
    private val in = new ByteArrayInputStream(bytes)

    override def seek(position: Long): Unit = {
      if (position < 0 || position > bytes.length) {
        throw new EOFException(s"There is no byte $position of ${bytes.length}")
      }
      in.reset()
      in.skip(position)
      ()
    }

    override def getPos: Long = bytes.length.toLong - in.available

    override def seekToNewSource(target: Long): Boolean = false

    override def read(): Int = in.read()

    override def read(buffer: Array[Byte], offset: Int, length: Int): Int =
      in.read(buffer, offset, length)

    override def available(): Int = in.available
  }
}

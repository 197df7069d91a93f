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

import io.trident.core.layout.slice.Slice
import java.io.IOException
import java.net.URI
import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest
import java.util.{Base64, HexFormat}
import org.apache.hadoop.fs.Path
import scala.util.Try

/** A slice of an extent as a file, which [[SliceFileSystem]] reads. Its path has all that is
  * needed, but for the table's specification, which is in the configuration by its digest.
  *
  * @param spec
  *   digest of the specification
  * @param ahead
  *   of which the same slice is read after this, and had meanwhile; in that order
  */
private[layout] final case class SlicedFile(
    spec: String,
    extent: SlicedExtent,
    dimension: Int,
    slice: Slice,
    together: Int,
    ahead: Seq[SlicedExtent]
) {
  def path: Path = new Path(
    SlicedFile.Scheme,
    spec,
    s"/$dimension/${slice.slices}/${slice.number}/$together/${extent.inPath}" +
      ahead.map(next => s"/${next.inPath}").mkString
  )

  /** The same slice of another extent, after which none is known. */
  def of(other: SlicedExtent): SlicedFile = copy(extent = other, ahead = Nil)
}

/** An extent that is sliced.
  *
  * @param length
  *   in bytes; a slice has no more
  */
private[layout] final case class SlicedExtent(file: URI, length: Long) {
  private[layout] def inPath: String =
    s"$length/${Base64.getUrlEncoder.withoutPadding.encodeToString(file.toString.getBytes(UTF_8))}"
}

private[layout] object SlicedFile {
  final val Scheme = "trident-slice"

  /** The key of the configuration that has the specification of a digest. */
  def key(digest: String): String = s"$Scheme.$digest"

  /** The settings by which files of a table's slices are found. */
  def settings(spec: String): Map[String, String] = Map(
    s"fs.$Scheme.impl" -> classOf[SliceFileSystem].getName,
    key(digest(spec)) -> spec
  )

  def digest(spec: String): String =
    HexFormat.of.formatHex(MessageDigest.getInstance("SHA-256").digest(spec.getBytes(UTF_8)), 0, 16)

  /** Reads a path.
    *
    * @throws java.io.IOException
    *   if it is no slice's
    */
  def of(path: Path): SlicedFile = {
    val uri = path.toUri
    Try(uri.getPath.split("/").toSeq match {
      case Seq(_, dimension, slices, number, together, length, name, ahead @ _*) =>
        SlicedFile(
          uri.getAuthority,
          extent(length, name),
          dimension.toInt,
          new Slice(number.toInt, slices.toInt),
          together.toInt,
          ahead
            .grouped(2)
            .map {
              case Seq(bytes, of) => extent(bytes, of)
              case _              => throw new IOException(path.toString)
            }
            .toSeq
        )
      case _ => throw new IOException(path.toString)
    }).getOrElse(throw new IOException(s"$path is no slice of an extent."))
  }

  private def extent(length: String, name: String): SlicedExtent =
    SlicedExtent(new URI(new String(Base64.getUrlDecoder.decode(name), UTF_8)), length.toLong)
}

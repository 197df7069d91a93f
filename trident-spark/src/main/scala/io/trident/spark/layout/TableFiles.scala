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

import io.trident.core.layout.manifest.Manifest
import io.trident.layout.table.TableSpec
import java.lang.ref.SoftReference
import java.util.concurrent.ConcurrentHashMap

/** Files of tables that were read before. Spark opens a table anew for each query. */
private[layout] final class TableFiles {

  /** Specifications, and the extensions of files of rows. */
  val specs = new ParsedFiles[(TableSpec, String)]
  val manifests = new ParsedFiles[Manifest]
}

/** What files were found to be, as long as there is memory for it. Thread-safe. */
private[layout] final class ParsedFiles[A <: AnyRef] {
  private val known = new ConcurrentHashMap[String, (Int, SoftReference[A])]

  /** Returns what is in a file; reads it unless the same file was read before.
    *
    * @param path
    *   of the file
    * @param stamp
    *   differs if the file is another one
    */
  def get(path: String, stamp: Int)(read: => A): A =
    Option(known.get(path))
      .collect { case (`stamp`, kept) => kept }
      .flatMap(kept => Option(kept.get)) match {
      case Some(parsed) => parsed
      case None         =>
        val parsed = read
        if (known.size >= ParsedFiles.Most) forget()
        known.put(path, (stamp, new SoftReference(parsed)))
        parsed
    }

  /** Makes room: of what the collector took, or of all. */
  private def forget(): Unit = {
    known.values.removeIf(_._2.get == null)
    if (known.size >= ParsedFiles.Most) known.clear()
  }
}

private[layout] object ParsedFiles {

  /** More super-extents than the tables have that a session reads. */
  private final val Most = 100000
}

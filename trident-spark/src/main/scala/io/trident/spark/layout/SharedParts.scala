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

import io.trident.storage.WrittenFiles
import org.apache.spark.sql.SparkSession

/** What is the same for all tables of a session, and is made once: Spark opens a table for each
  * query. Thread-safe.
  */
private[layout] final class SharedParts {
  @volatile private var last: Option[ReaderSession] = None

  val notices = new Notices

  /** Tells whether files are those that were written. */
  lazy val written: WrittenFiles = notices.guard.get[WrittenFiles](
    SharedParts.Unidentified,
    () => WrittenFiles.installed(getClass.getClassLoader),
    () => (_, _) => WrittenFiles.Answer.UNKNOWN
  )

  /** A session, as readers are made for it. Spark has a catalog, and so these parts, for each
    * session; of several the last one is kept.
    */
  def readers(session: SparkSession): ReaderSession =
    last.filter(_.spark eq session).getOrElse {
      val made = new ReaderSession(session)
      last = Some(made)
      made
    }
}

private[layout] object SharedParts {
  private final val Unidentified =
    "Files that were replaced by others of equal length are not noticed"
}

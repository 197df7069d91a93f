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
package io.trident.spark.tiers

import java.util.concurrent.ConcurrentHashMap
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.FileSystem
import org.apache.hadoop.fs.viewfs.ViewFileSystem
import org.apache.hadoop.hdfs.DistributedFileSystem
import scala.util.control.NonFatal

/** Which paths may be on HDFS, by the class that Hadoop has for their URI scheme. Nobody is asked,
  * and no file system is opened. Thread-safe; O(1) once a scheme is known.
  *
  * @param conf
  *   the application's Hadoop configuration
  */
final class HdfsSchemes(conf: Configuration) {
  private val known = new ConcurrentHashMap[String, java.lang.Boolean]

  /** Whether paths of a scheme may be on HDFS; so may those of a scheme that Hadoop does not know.
    *
    * @param scheme
    *   null for that of the default file system
    */
  def mayBeHdfs(scheme: String): Boolean = {
    val asked = if (scheme == null) FileSystem.getDefaultUri(conf).getScheme else scheme
    known.computeIfAbsent(asked, leadsToHdfs(_))
  }

  /** The same, by the text of an encoded path. */
  def mayBeHdfsPath(path: String): Boolean = {
    val end = path.indexOf(':')
    mayBeHdfs(if (end > 0 && path.lastIndexOf('/', end) < 0) path.substring(0, end) else null)
  }

  private def leadsToHdfs(scheme: String): Boolean =
    try {
      val fileSystem = FileSystem.getFileSystemClass(scheme, conf)
      classOf[DistributedFileSystem].isAssignableFrom(fileSystem) ||
      classOf[ViewFileSystem].isAssignableFrom(fileSystem)
    } catch {
      case NonFatal(_) => true
    }
}

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

import io.trident.storage.{Storage, Storages}
import org.apache.hadoop.conf.Configuration

/** The storages, which are opened at the first question. Thread-safe. */
private[layout] final class OpenedStorage(conf: Configuration) extends AutoCloseable {
  private val lock = new Object
  private var open: Option[Storage] = None

  def get: Storage = lock.synchronized {
    open.getOrElse {
      val opened = Storages.open(conf)
      open = Some(opened)
      opened
    }
  }

  override def close(): Unit = lock.synchronized {
    open.foreach(_.close())
    open = None
  }
}

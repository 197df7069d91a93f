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

import java.util.Optional
import java.util.concurrent.{ConcurrentHashMap, Executors, Future}
import org.apache.spark.TaskContext
import org.apache.spark.util.TaskCompletionListener

/** Has slices before tasks need them: while a task reads a slice, nodes read the next extents. So
  * tasks do not wait for each other, nor for nodes, at each extent. A task that ends has none.
  * Thread-safe.
  *
  * @param read
  *   has a slice of a node, and waits for it
  */
private[layout] final class SlicesAhead(read: SlicedFile => Optional[Array[Byte]]) {
  private type Begun = ConcurrentHashMap[SlicedFile, Future[Optional[Array[Byte]]]]

  private val tasks = new ConcurrentHashMap[Long, Begun]

  /** End when they have had nothing to do for a minute. */
  private val threads = Executors.newCachedThreadPool { run =>
    val thread = new Thread(run, "trident-slices-ahead")
    thread.setDaemon(true)
    thread
  }

  /** Begins to have a slice for a task, if that was not begun: its scans may have the same. */
  def begin(task: TaskContext, file: SlicedFile): Unit = {
    of(task).computeIfAbsent(file, _ => threads.submit(() => read(file)))
    ()
  }

  /** Returns what was begun for a task, once it is had; nothing if it was not, or is taken. */
  def take(task: TaskContext, file: SlicedFile): Option[Optional[Array[Byte]]] =
    Option(of(task).remove(file.copy(ahead = Nil))).map(_.get())

  private def of(task: TaskContext): Begun =
    tasks.computeIfAbsent(
      task.taskAttemptId(),
      id => {
        task.addTaskCompletionListener(new TaskCompletionListener {
          override def onTaskCompletion(ended: TaskContext): Unit = {
            tasks.remove(id)
            ()
          }
        })
        new Begun
      }
    )

  /** For how many tasks slices may be begun. */
  private[layout] def size: Int = tasks.size
}

private[layout] object SlicesAhead {

  /** Of so many extents a scan of a task has slices at most. */
  private val MostExtents = 4

  /** And so many bytes, as long as it has one. */
  private val MostBytes = 8L << 20

  /** Returns the extents whose slices are had before a task needs them.
    *
    * @param extents
    *   what the task reads, in that order
    * @param next
    *   the one that it reads next
    * @param slices
    *   of an extent, of about the same size
    */
  def of(extents: IndexedSeq[SlicedExtent], next: Int, slices: Int): Seq[SlicedExtent] = {
    val following = extents.slice(next, next + MostExtents)
    val bytes = following.scanLeft(0L)(_ + _.length / slices).tail
    following.take(math.max(1, bytes.count(_ <= MostBytes)))
  }
}

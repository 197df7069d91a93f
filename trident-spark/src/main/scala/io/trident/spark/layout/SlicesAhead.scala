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
import java.util.concurrent.atomic.AtomicReference
import org.apache.spark.TaskContext
import org.apache.spark.util.TaskCompletionListener

/** Has slices before tasks need them: while a task reads a slice, a node reads the next extent. A
  * task has one at a time in memory, and none when it ends. Thread-safe.
  *
  * @param read
  *   has a slice of a node, and waits for it
  */
private[layout] final class SlicesAhead(read: SlicedFile => Optional[Array[Byte]])
    extends AutoCloseable {
  import SlicesAhead.Begun

  private val tasks = new ConcurrentHashMap[Long, AtomicReference[Begun]]

  private val threads = Executors.newCachedThreadPool { run =>
    val thread = new Thread(run, "trident-slices-ahead")
    thread.setDaemon(true)
    thread
  }

  /** Begins to have a slice for a task; what was begun for it before is given up. */
  def begin(task: TaskContext, file: SlicedFile): Unit =
    of(task).set(Begun(file, threads.submit(() => read(file))))

  /** Returns what was begun for a task last, once it is had; nothing if that is another slice. */
  def take(task: TaskContext, file: SlicedFile): Option[Optional[Array[Byte]]] =
    Option(of(task).getAndSet(null)).filter(_.file == file.copy(next = None)).map(_.slice.get())

  private def of(task: TaskContext): AtomicReference[Begun] =
    tasks.computeIfAbsent(
      task.taskAttemptId(),
      id => {
        task.addTaskCompletionListener(new TaskCompletionListener {
          override def onTaskCompletion(ended: TaskContext): Unit = {
            tasks.remove(id)
            ()
          }
        })
        new AtomicReference[Begun]
      }
    )

  /** For how many tasks slices may be begun. */
  private[layout] def size: Int = tasks.size

  override def close(): Unit = threads.shutdown()
}

private[layout] object SlicesAhead {
  private final case class Begun(file: SlicedFile, slice: Future[Optional[Array[Byte]]])
}

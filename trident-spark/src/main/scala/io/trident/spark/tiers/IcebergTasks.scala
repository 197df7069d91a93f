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

import java.lang.reflect.Method
import java.util.concurrent.ConcurrentHashMap
import org.apache.spark.sql.connector.read.InputPartition
import scala.jdk.CollectionConverters._
import scala.util.control.NonFatal

/** The files behind an input partition of Apache Iceberg.
  *
  * By reflection, because Iceberg need not be there: `SparkInputPartition.taskGroup().tasks()`,
  * each a `ContentScanTask` with `file().location()` (`file().path()` before Iceberg 1.7),
  * `start()` and `length()`. Anything else has no files.
  */
private[tiers] object IcebergTasks {

  /** A part of a file. */
  final case class Part(file: String, start: Long, length: Long)

  private val methods = new ConcurrentHashMap[(Class[_], String), Option[Method]]

  /** Returns the parts of files that a partition reads; none if it is not one of Iceberg's. */
  def of(partition: InputPartition): Seq[Part] =
    try partsOf(partition).toSeq
    catch { case NonFatal(_) => Nil } // whatever it is, it is not what Iceberg has

  /** Returns the first of them, without a look at the others. */
  def first(partition: InputPartition): Option[Part] =
    try partsOf(partition).nextOption()
    catch { case NonFatal(_) => None }

  private def partsOf(partition: InputPartition): Iterator[Part] =
    for {
      group <- call(partition, "taskGroup").iterator
      tasks <- call(group, "tasks").iterator.collect { case all: java.lang.Iterable[_] => all }
      task <- tasks.asScala.iterator.collect { case one: AnyRef => one }
      part <- partOf(task)
    } yield part

  private def partOf(task: AnyRef): Option[Part] =
    for {
      file <- call(task, "file")
      location <- call(file, "location").orElse(call(file, "path"))
      start <- call(task, "start").collect { case n: java.lang.Long => n.longValue }
      length <- call(task, "length").collect { case n: java.lang.Long => n.longValue }
    } yield Part(location.toString, start, length)

  private def call(target: AnyRef, name: String): Option[AnyRef] =
    methods
      .computeIfAbsent((target.getClass, name), key => find(key._1, key._2))
      .flatMap(method => Option(method.invoke(target)))

  private def find(on: Class[_], name: String): Option[Method] =
    on.getMethods.find(m => m.getName == name && m.getParameterCount == 0).map { method =>
      method.setAccessible(true) // public methods of classes that are not
      method
    }
}

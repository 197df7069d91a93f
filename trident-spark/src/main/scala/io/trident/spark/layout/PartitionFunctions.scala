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

import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters._

/** The functions of the partitions that were reported, by name. Thread-safe. */
private[layout] final class PartitionFunctions {
  private val byName = new ConcurrentHashMap[String, Map[String, PartitionFunction]]

  /** Has Spark find a function. */
  def register(function: PartitionFunction): Unit = {
    byName.merge(function.name, Map(function.canonicalName -> function), (all, one) => all ++ one)
    ()
  }

  /** Returns the functions of a name, one for each type of argument. */
  def find(name: String): Seq[PartitionFunction] =
    Option(byName.get(name)).fold(Seq.empty[PartitionFunction])(_.values.toSeq)

  def names: Seq[String] = byName.keySet.asScala.toSeq.sorted
}

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
package org.apache.spark.scheduler.trident

import org.apache.spark.SparkContext
import scala.jdk.CollectionConverters._

/** Counts listeners of Trident. In Spark's package because the listener bus is private to it. */
object ListenerCount {
  def ofTrident(sc: SparkContext): Int =
    sc.listenerBus.listeners.asScala.count(_.getClass.getName.startsWith("io.trident."))
}

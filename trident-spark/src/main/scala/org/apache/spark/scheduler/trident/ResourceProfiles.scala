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
import org.apache.spark.resource.{ResourceProfile, ResourceProfileManager}

/** Has Spark derive its resource profiles from the true master URL.
  *
  * `SparkContext` makes them between the plug-ins and the task scheduler, when the URL has
  * Trident's prefix: Spark then takes a standalone cluster for something else, gives its executors
  * one core instead of all of a worker, and refuses profiles of single stages.
  *
  * In Spark's package because profiles and their manager are private to it.
  */
private[trident] object ResourceProfiles {

  /** Makes them again; call it once the master is restored and before executors are asked for. */
  def renew(sc: SparkContext): Unit = {
    ResourceProfile.clearDefaultProfile()
    val manager = new ResourceProfileManager(sc.conf, sc.listenerBus)
    val field = classOf[SparkContext].getDeclaredField("_resourceProfileManager")
    field.setAccessible(true)
    field.set(sc, manager)
  }
}

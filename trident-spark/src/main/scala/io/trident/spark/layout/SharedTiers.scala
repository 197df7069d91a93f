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

import java.lang.ref.{Cleaner, WeakReference}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.security.UserGroupInformation
import org.apache.spark.SparkContext
import org.apache.spark.scheduler.{SparkListener, SparkListenerApplicationEnd}
import org.apache.spark.scheduler.trident.Listeners
import scala.collection.mutable
import scala.jdk.CollectionConverters._

/** The tiers that an application's sessions ask for, of which each may be configured in its own
  * way. Sessions of one user that are configured alike share them.
  *
  * Nothing reports the end of a session. So tiers are kept as long as a session or a plan has them,
  * and closed once the collector finds that none has; all are closed when the application ends.
  * Thread-safe.
  */
private[layout] final class SharedTiers extends SparkListener {
  import SharedTiers._

  private val cleaner = Cleaner.create()
  private val known = mutable.Map.empty[Key, Shared]

  /** Returns the tiers for a session.
    *
    * @param conf
    *   Hadoop's, with what the session sets
    */
  def of(conf: Configuration): LayoutTiers = known.synchronized {
    val key = Key(UserGroupInformation.getCurrentUser, settings(conf))
    known.get(key).flatMap(one => Option(one.tiers.get)).getOrElse(open(key, conf))
  }

  private def open(key: Key, conf: Configuration): LayoutTiers = {
    val storage = new OpenedStorage(conf)
    val tiers = new LayoutTiers.OfStorages(conf, storage)
    val shared = new Shared(storage, new WeakReference(tiers))
    known.put(key, shared)
    cleaner.register(tiers, () => forget(key, shared))
    tiers
  }

  private def forget(key: Key, shared: Shared): Unit = {
    known.synchronized {
      if (known.get(key).exists(_ eq shared)) known.remove(key)
    }
    shared.storage.close()
  }

  /** How many there are: one for each way in which a session is configured. */
  def size: Int = known.synchronized(known.size)

  override def onApplicationEnd(end: SparkListenerApplicationEnd): Unit =
    known.synchronized(known.values.toSeq).foreach(_.storage.close())
}

private[layout] object SharedTiers {

  /** Who asks storages how. */
  private final case class Key(user: UserGroupInformation, settings: Map[String, String])

  /** The tiers, as long as somebody has them, and what is closed after that. */
  private final class Shared(
      val storage: OpenedStorage,
      val tiers: WeakReference[LayoutTiers.OfStorages]
  )

  /** Returns those of an application. */
  def of(sc: SparkContext): SharedTiers = synchronized {
    Listeners.find[SharedTiers](sc).getOrElse {
      val made = new SharedTiers
      sc.addSparkListener(made)
      made
    }
  }

  private def settings(conf: Configuration): Map[String, String] =
    conf.asScala.collect {
      case one if !TridentCatalog.isOfSpark(one.getKey) => one.getKey -> one.getValue
    }.toMap
}

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

import io.trident.core.config.{PrefetchKeys, SparkLayoutKeys}
import io.trident.core.layout.selection.TierCost
import io.trident.core.model.StorageTier
import io.trident.core.storage.FileSegment
import io.trident.spark.config.ConfSource
import java.time.Duration
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.internal.SQLConf
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** On which tiers extents are, and what ranges of them cost. */
private[layout] trait LayoutTiers {

  /** What a range costs on each tier, as the session is configured. */
  def cost: TierCost

  /** Returns the tiers of files, as far as they are known in time. */
  def of(files: Seq[String]): Map[String, StorageTier]
}

private[layout] object LayoutTiers {

  /** Costs by bytes alone. */
  def unknown(conf: Configuration): LayoutTiers = new LayoutTiers {
    override def cost: TierCost = costOf(conf)
    override def of(files: Seq[String]): Map[String, StorageTier] = Map.empty
  }

  private def costOf(conf: Configuration): TierCost = {
    val millis = SparkLayoutKeys.SEEK_MS.read(session).doubleValue
    new TierCost(millis / 1e3, PrefetchKeys.rates(ConfSource(key => Option(conf.get(key)))))
  }

  private def session = ConfSource { key =>
    Option(SQLConf.get.getConfString(key, null))
  }

  /** Asks the storages. */
  final class OfStorages(conf: Configuration, storage: OpenedStorage) extends LayoutTiers {
    override def cost: TierCost = costOf(conf)

    override def of(files: Seq[String]): Map[String, StorageTier] = {
      val wait = SparkLayoutKeys.TIER_WAIT_MS.read(session).longValue
      val some = files.take(SparkLayoutKeys.MAX_LOCATED.read(session))
      if (wait == 0 || some.isEmpty) Map.empty
      else {
        val segments = some.map(file => new FileSegment(file, 0, Long.MaxValue))
        val located = storage.get.locate(segments.asJava, Duration.ofMillis(wait)).asScala
        located.flatMap { case (segment, tiers) =>
          TierCost.tierOf(tiers).toScala.map(segment.path -> _)
        }.toMap
      }
    }
  }
}

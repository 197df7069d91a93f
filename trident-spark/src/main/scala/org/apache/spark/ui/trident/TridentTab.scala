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
package org.apache.spark.ui.trident

import io.trident.core.guard.Guard
import org.apache.spark.SparkConf
import org.apache.spark.scheduler.SparkListener
import org.apache.spark.scheduler.trident.Guards
import org.apache.spark.status.{AppHistoryServerPlugin, ElementTrackingStore}
import org.apache.spark.ui.{SparkUI, SparkUITab}
import scala.xml.Node

/** How the tasks of each stage were placed, and what scans of replicated tables read. Attaches
  * itself to the interface.
  */
private[spark] final class TridentTab(ui: SparkUI, val store: ReportStore, guard: Guard)
    extends SparkUITab(ui, "trident") {
  attachPage(new AllStagesPage(this))
  attachPage(new StagePage(this))
  ui.attachTab(this)

  override def displayOrder: Int = TridentTab.DisplayOrder

  /** The content of a page; where that fails, a line that refers to the log. */
  def content(render: => Seq[Node]): Seq[Node] =
    guard.get[Seq[Node]](TridentTab.NoPage, () => render, () => TridentTab.Failed)
}

private object TridentTab {

  /** After Spark's own. */
  val DisplayOrder = 10

  final val NoTab = "The tab Trident is not shown"
  final val NoPage = "A page of the tab Trident is not shown"
  val Failed: Seq[Node] = <p>This page cannot be shown. The reason is in the log.</p>
}

/** Shows the tab in the history server, for applications of which there are reports. Found by Spark
  * through `ServiceLoader`.
  */
final class TridentHistoryPlugin extends AppHistoryServerPlugin {
  import TridentTab.NoTab

  private lazy val guard = Guards.logging()

  override def createListeners(conf: SparkConf, store: ElementTrackingStore): Seq[SparkListener] =
    guard.get[Seq[SparkListener]](
      NoTab,
      () => Seq(new ReportStoreListener(store, conf, guard)),
      () => Nil
    )

  override def setupUI(ui: SparkUI): Unit = {
    guard.run(
      NoTab,
      () => {
        val store = new ReportStore(ui.store.store, () => Nil)
        if (store.hasAny) {
          new TridentTab(ui, store, guard)
        }
      }
    )
    ()
  }

  override def displayOrder: Int = TridentTab.DisplayOrder
}

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

import java.nio.file.Files
import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import io.trident.spark.report.{StageRecorder, TridentStageReport}
import org.apache.spark.{SparkConf, SparkContext, SparkFirehoseListener, TaskContext}
import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler._
import org.apache.spark.status.ElementTrackingStore
import org.apache.spark.ui.trident.{ReportStore, ReportStoreListener}
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{Test, Timeout}

/** Jobs without tiers, in a real application with all that Trident can have listen: the user
  * interface and dynamic allocation are on.
  */
@Timeout(120)
class UntieredJobsTest {
  import UntieredJobsTest._

  @Test
  def stagesWithoutTiersHaveSparksOwnManagers(): Unit = withSpark { sc =>
    untieredJobs(sc)
    assertThat(seen.asScala.toSet.asJava).isEqualTo(Set[Class[_]](classOf[TaskSetManager]).asJava)
  }

  @Test
  def nothingIsPostedForThemAndNobodyListens(): Unit = withSpark { sc =>
    val posted = listenTo(sc)
    untieredJobs(sc)
    sc.listenerBus.waitUntilEmpty()
    assertThat(posted.size).isGreaterThan(20)
    assertThat(posted.asScala.map(_.getClass.getName).filter(isTridents).toSeq.asJava).isEmpty()
    assertThat(listeners(sc).asJava).isEmpty()
  }

  @Test
  def theFirstStageWithTiersIsReportedAsAnyOther(): Unit = withSpark { sc =>
    val posted = listenTo(sc)
    untieredJobs(sc)
    val held = sc.parallelize(1 to 10, 2).cache()
    held.count()
    assertThat(listeners(sc).asJava).isEmpty()
    // A task of these reads two cached partitions, which may be in different executors.
    for (_ <- 1 to 2) {
      assertThat(noting(held.coalesce(1)).count()).isEqualTo(10L)
    }
    sc.listenerBus.waitUntilEmpty()
    assertThat(seen.asScala.last).isEqualTo(classOf[TridentTaskSetManager])
    assertThat(listeners(sc).sorted.asJava).isEqualTo(
      Seq[Class[_]](classOf[StageRecorder], classOf[ReportStoreListener])
        .map(_.getName)
        .sorted
        .asJava
    )
    val reports = posted.asScala.collect { case TridentStageReport(report) => report }.toSeq
    assertThat(reports.map(one => (one.tasks, one.planned)).asJava)
      .isEqualTo(Seq((1, 1), (1, 1)).asJava)
    val store = sc.statusStore.store.asInstanceOf[ElementTrackingStore]
    assertThat(new ReportStore(store, () => Nil).completed.map(_.stage).toSet.asJava)
      .isEqualTo(reports.map(_.stage).toSet.asJava)
  }

  /** Shuffles, a local file, and cached and partly evicted partitions. */
  private def untieredJobs(sc: SparkContext): Unit = {
    seen.clear()
    noting(sc.parallelize(1 to 10, 2).map(i => i % 3 -> i).reduceByKey(_ + _, 2)).count()
    val file = Files.createTempFile("untiered", ".txt")
    try {
      Files.writeString(file, "one\ntwo\n")
      noting(sc.textFile(file.toUri.toString, 2)).count()
    } finally Files.delete(file)
    val cached = sc.parallelize(1 to 10, 2).cache()
    sc.runJob(cached, (rows: Iterator[Int]) => rows.size, Seq(1))
    noting(cached.map(_ + 1)).count()
    noting(cached.map(_ + 1)).count()
    cached.unpersist(blocking = true)
    assertThat(seen.size).isGreaterThanOrEqualTo(8)
    ()
  }

  private def listenTo(sc: SparkContext): ConcurrentLinkedQueue[SparkListenerEvent] = {
    val posted = new ConcurrentLinkedQueue[SparkListenerEvent]
    sc.listenerBus.addToSharedQueue(new Firehose(posted))
    posted
  }

  /** Those of Trident on the bus. */
  private def listeners(sc: SparkContext): Seq[String] =
    sc.listenerBus.listeners.asScala.toSeq.map(_.getClass.getName).filter(isTridents)

  private def isTridents(name: String) =
    name.contains("trident") && !name.contains(classOf[UntieredJobsTest].getSimpleName)

  private def withSpark(test: SparkContext => Unit): Unit = {
    val conf = new SparkConf(false)
      .setMaster("threads")
      .setAppName("untiered")
      .set("spark.driver.host", "127.0.0.1")
      .set("spark.ui.enabled", "true")
      .set("spark.ui.port", "0")
      .set("spark.dynamicAllocation.enabled", "true")
      .set("spark.dynamicAllocation.shuffleTracking.enabled", "true")
      .set("spark.plugins", classOf[TridentPlugin].getName)
    val sc = new SparkContext(conf)
    try {
      assertThat(sc.taskScheduler).isInstanceOf(classOf[TridentTaskScheduler])
      assertThat(sc.executorAllocationManager.isDefined).isTrue
      test(sc)
    } finally sc.stop()
  }
}

private object UntieredJobsTest {

  /** The classes of the managers of tasks, in the order in which the tasks began. */
  val seen = new ConcurrentLinkedQueue[Class[_]]

  /** Executors are threads of this process. */
  def noting[T: scala.reflect.ClassTag](rdd: RDD[T]): RDD[T] = rdd.mapPartitions { rows =>
    SparkContext.getActive.map(_.taskScheduler).foreach {
      case scheduler: TaskSchedulerImpl =>
        val id = TaskContext.get().taskAttemptId()
        seen.add(scheduler.taskIdToTaskSetManager.get(id).getClass)
      case _ =>
    }
    rows
  }

  /** Keeps all events. */
  final class Firehose(posted: ConcurrentLinkedQueue[SparkListenerEvent])
      extends SparkFirehoseListener {
    override def onEvent(event: SparkListenerEvent): Unit = { posted.add(event); () }
  }
}

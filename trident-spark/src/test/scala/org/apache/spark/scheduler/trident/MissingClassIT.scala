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

import io.trident.core.guard.Guard
import io.trident.hdfs.locate.TierLocator
import io.trident.storage.Storage
import io.trident.minicluster.TieredCluster
import java.net.{URL, URLClassLoader}
import java.nio.file.{Files, Path => LocalPath}
import java.util.concurrent.ConcurrentHashMap
import org.apache.hadoop.fs.Path
import org.apache.spark.{SparkConf, SparkContext}
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{AfterAll, BeforeAll, Test, TestInstance, Timeout}
import org.junit.jupiter.api.TestInstance.Lifecycle
import scala.jdk.CollectionConverters._

/** An application with a class of Trident missing, as where versions of jars are mixed: whichever
  * it is, jobs that read HDFS, shuffle and cache end as with Spark alone.
  */
@Timeout(1200)
@TestInstance(Lifecycle.PER_CLASS)
class MissingClassIT {
  private val LinesPerFile = 50
  private val work = Files.createTempDirectory(LocalPath.of("target").toAbsolutePath, "missing-")
  private var hdfs: TieredCluster = _
  private var input: String = _
  private var expected: Seq[Any] = _

  @BeforeAll
  def start(): Unit = {
    hdfs = TieredCluster.builder().nodes(1).racks(1).hdfsOnly().baseDir(work).start()
    val dir = new Path(hdfs.fileSystem().getUri.toString, "/lines")
    for (file <- 0 until 3) {
      val out = hdfs.fileSystem().create(new Path(dir, s"part-$file"))
      try (0 until LinesPerFile).foreach(line => out.write(s"$file $line\n".getBytes("UTF-8")))
      finally out.close()
    }
    input = dir.toString
    expected = run(withTrident = false)._2
  }

  @AfterAll
  def stop(): Unit = if (hdfs != null) hdfs.close()

  @Test
  def withAnyOfAFewMissingJobsEndAsWithSpark(): Unit = {
    val needed = neededClasses()
    assertThat(needed.size).isGreaterThan(50)
    val entries = needed.filter(name => Entries.exists(name.endsWith(_)))
    assertThat(entries.size).isGreaterThanOrEqualTo(Entries.size)
    entries.foreach(assertLikeSpark)
  }

  /** One of each kind that Spark reaches: what schedules, looks up, plans, and reports. */
  private val Entries = Seq(
    ".trident.TridentDriverPlugin",
    ".trident.DelegatingTaskScheduler",
    ".trident.TridentTaskSetManager",
    ".trident.OfferRound",
    ".trident.TaskSetInputs$",
    ".trident.PlacementReporting$",
    ".round.GuardedObserver",
    ".round.RoundPlanner",
    ".round.TaskLaunched",
    ".tiers.HdfsTierLookup",
    ".tiers.StageSurvey",
    ".report.StageRecord",
    ".guard.Guard",
    ".locate.TierLocator"
  )

  /** All classes of Trident that the jobs load, but for two. A missing plug-in is Spark's to
    * report; a missing cluster manager breaks Spark's own search for one, whoever asks.
    */
  private def neededClasses(): Seq[String] = {
    val (loader, results, scheduler) = runWithout(None)
    assertThat(results.asJava).isEqualTo(expected.asJava)
    assertThat(scheduler).isEqualTo(classOf[DelegatingTaskScheduler].getName)
    val byName = Set(classOf[TridentPlugin].getName, classOf[TridentClusterManager].getName)
    val ofGuard = s"${classOf[Guard].getName}$$" // missing with it, or not at all
    loader.loaded.asScala.toSeq.filterNot(byName).filterNot(_.startsWith(ofGuard)).sorted
  }

  private def assertLikeSpark(missing: String): Unit = {
    val (loader, results, _) =
      try runWithout(Some(missing))
      catch { case e: Throwable => throw new AssertionError(s"without $missing", e) }
    assertThat(loader.refused.get.toString).as(s"$missing was looked for").isEqualTo("true")
    assertThat(results.asJava).as(s"without $missing").isEqualTo(expected.asJava)
  }

  private def runWithout(missing: Option[String]): (TridentLoader, Seq[Any], String) = {
    val thread = Thread.currentThread()
    val before = thread.getContextClassLoader
    val loader = new TridentLoader(before, missing)
    thread.setContextClassLoader(loader)
    try {
      val (scheduler, results) = run(withTrident = true)
      (loader, results, scheduler)
    } finally {
      thread.setContextClassLoader(before)
      loader.close()
    }
  }

  private def run(withTrident: Boolean): (String, Seq[Any]) = {
    val conf = new SparkConf(false)
      .setMaster("threads")
      .setAppName("missing")
      .set("spark.ui.enabled", "false")
      .set("spark.driver.host", "127.0.0.1")
      .set("spark.scheduler.trident.tier-wait-ms", "1000")
    if (withTrident) conf.set("spark.plugins", classOf[TridentPlugin].getName)
    hdfs.settings().forEach((key, value) => conf.set(s"spark.hadoop.$key", value))
    val sc = new SparkContext(conf)
    try {
      val lines = sc.textFile(input, 1)
      val pairs = lines.map(line => line.length % 3 -> 1).reduceByKey(_ + _, 2)
      val cached = lines.map(_.length.toLong).cache()
      val results =
        Seq[Any](lines.count(), pairs.collect().toSeq.sorted, cached.sum(), cached.sum())
      assertThat(sc.isStopped).isFalse
      (sc.taskScheduler.getClass.getName, results)
    } finally sc.stop()
  }
}

/** Loads Trident's classes anew, all but one. */
private final class TridentLoader(parent: ClassLoader, missing: Option[String])
    extends URLClassLoader(TridentLoader.Urls, parent) {
  val loaded: java.util.Set[String] = ConcurrentHashMap.newKeySet[String]()
  val refused = new java.util.concurrent.atomic.AtomicBoolean

  override def loadClass(name: String, resolve: Boolean): Class[_] =
    getClassLoadingLock(name).synchronized {
      if (missing.contains(name)) {
        refused.set(true)
        throw new ClassNotFoundException(s"$name, which is hidden")
      }
      val known = findLoadedClass(name)
      if (known != null) known
      else if (findResource(name.replace('.', '/') + ".class") == null)
        super.loadClass(name, resolve)
      else {
        loaded.add(name)
        findClass(name)
      }
    }
}

private object TridentLoader {
  private val Urls: Array[URL] =
    Seq[Class[_]](classOf[TridentPlugin], classOf[Guard], classOf[Storage], classOf[TierLocator])
      .map(_.getProtectionDomain.getCodeSource.getLocation)
      .distinct
      .toArray
}

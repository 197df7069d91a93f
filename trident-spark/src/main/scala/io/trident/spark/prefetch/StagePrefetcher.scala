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
package io.trident.spark.prefetch

import io.trident.core.config.{ConfigSource, PrefetchKeys, SparkKeys}
import io.trident.core.guard.Guard
import io.trident.core.prefetch.PrefetcherName
import io.trident.core.prefetch.input.{PlannedInput, InputPlanner, PrefetchPlatform}
import io.trident.core.storage.{BlockProgress, Refusals}
import io.trident.spark.tiers.{InputPrefetch, StageInputs, StartDelay}
import io.trident.spark.tiers.InputPrefetch.{Located, Nodes}
import io.trident.storage.{PinSession, Storages}
import java.time.{Clock, Duration}
import java.util.concurrent._
import java.util.concurrent.atomic.{AtomicBoolean, AtomicLong}
import org.apache.hadoop.conf.Configuration
import org.apache.spark.internal.Logging
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** Prefetches the input of stages: plans by what was located, and holds the blocks while the stage
  * runs. Whatever fails leaves the stage as it is: logged once, then counted.
  *
  * Each attempt of a stage has a session of its own, which is renewed in the background, and closed
  * when the attempt ends. If the driver dies, the blocks are let go with their time to live. A
  * block that another stage or job has cached, or is about to, is not prefetched again, but held by
  * this stage, too.
  *
  * @param prefetcher
  *   who decides; not none
  * @param keys
  *   the Spark configuration
  * @param conf
  *   the application's Hadoop configuration
  * @param application
  *   identifier of the application
  * @param applicationName
  *   its name, which begins that of the class of its stages
  * @param slots
  *   how many tasks could start now, by host as Spark names it
  * @param listener
  *   receives what is prefetched for a stage; returns at once
  * @param clock
  *   gives the time of decisions
  * @param guard
  *   contains what fails
  */
final class StagePrefetcher(
    prefetcher: PrefetcherName,
    keys: ConfigSource,
    conf: Configuration,
    application: () => String,
    applicationName: String,
    slots: () => Map[String, Int],
    listener: PrefetchedStage => Unit,
    clock: Clock,
    guard: Guard
) extends InputPrefetch
    with Logging {
  import StagePrefetcher._

  private val hadoopKeys: ConfigSource = key => conf.get(key)
  private lazy val planner = new InputPlanner(prefetcher, hadoopKeys, logInfo(_: String))
  private lazy val storage = {
    val made = Storages.open(conf)
    isUsed = true
    made
  }
  @volatile private var isUsed = false
  private val attempts = new ConcurrentHashMap[Attempt, State]
  private val closers = daemon()
  private lazy val models = new StageModels(conf)
  private val failures = new AtomicLong
  private val refusedLogged = new AtomicBoolean

  /** How many stages nothing was prefetched for because something failed. */
  def failed: Long = failures.get

  override def expect(stage: Int, attempt: Int): Unit = {
    attempts.put((stage, attempt), Expected)
    ()
  }

  override def begin(stage: StageInputs, located: Located, nodes: Nodes): Option[StartDelay] =
    guard.get[Option[StartDelay]](
      "Nothing is prefetched for a stage",
      () =>
        if (attempts.get((stage.stage, stage.attempt)) == Expected) plan(stage, located, nodes)
        else None,
      () => {
        failures.incrementAndGet()
        None
      }
    )

  private def plan(stage: StageInputs, located: Located, nodes: Nodes): Option[StartDelay] = {
    val name = s"stage ${stage.stage}.${stage.attempt}"
    val known = ownBlocks.over(located)
    val tasks = stage.tasks.map(_.segments.flatMap(known.get(_)).asJava).asJava
    val jobClass = PrefetchKeys.jobClass(hadoopKeys, s"$applicationName: ${stage.name}")
    planner.plan(name, tasks, platform(jobClass, nodes)).toScala.flatMap { planned =>
      val decidedMs = clock.millis()
      val wanted = planned.toHold
      val session =
        if (wanted.isEmpty) None
        else Some(storage.pin(s"${application()} $name", wanted))
      val delay = delayOf(planned, session)
      val prefetched = new PrefetchedStage(
        stage.stage,
        stage.attempt,
        planned,
        decidedMs,
        delay.fold(0.0)(_.atMost.toNanos / 1e9),
        () => session.fold(Seq.empty[BlockProgress])(_.progress.asScala.toSeq),
        () => session.foreach(_.close()),
        run => models.learn(StageRuns.of(jobClass, planned, run))
      )
      if (attempts.replace((stage.stage, stage.attempt), Expected, Prefetched(prefetched))) {
        listener(prefetched)
        session.foreach(_.settled.thenRun(() => logRefused(name, prefetched)))
        delay
      } else { // it has ended meanwhile
        release(prefetched)
        None
      }
    }
  }

  private def platform(jobClass: String, nodes: Nodes): PrefetchPlatform = {
    val byNode = slots().groupMapReduce(one => nodes.nameOf(one._1))(one => Int.box(one._2))(_ + _)
    val learned = models.of(jobClass)
    PrefetchPlatform
      .read(hadoopKeys, learned, jobClass, byNode.asJava, node => nodes.cacheFree(node))
      .withTimes(learned.times(SparkKeys.prefetchTimes(keys, PrefetchKeys.times(hadoopKeys))))
  }

  /** How long the plan has the stage wait; for an oracle, until all is cached. */
  private def delayOf(planned: PlannedInput, session: Option[PinSession]): Option[StartDelay] = {
    val most = PrefetchKeys.maxDelaySeconds(hadoopKeys)
    val seconds =
      if (prefetcher == PrefetcherName.ORACLE) most else math.min(most, planned.plan.delaySeconds)
    session
      .filter(_ => seconds > 0)
      .map(one => StartDelay(Duration.ofNanos((seconds * 1e9).toLong), one.settled))
  }

  private def logRefused(name: String, prefetched: PrefetchedStage): Unit =
    Refusals.of(prefetched.progress.asJava).ifPresent { refused =>
      if (isOpen(prefetched) && refusedLogged.compareAndSet(false, true)) {
        logWarning(s"Prefetching for $name: $refused (logged once, then counted)")
      }
    }

  /** Or its blocks are let go because its stage has ended. */
  private def isOpen(prefetched: PrefetchedStage): Boolean =
    attempts.get((prefetched.stage, prefetched.attempt)) == Prefetched(prefetched)

  override def update(located: Located): Located =
    if (isUsed) ownBlocks.over(located) else located

  private def ownBlocks: CachingBlocks = new CachingBlocks(
    attempts.values.asScala.collect { case Prefetched(stage) => stage.progress }.flatten
  )

  override def end(stage: Int, attempt: Int): Unit =
    Option(attempts.remove((stage, attempt))).foreach {
      case Prefetched(prefetched) => release(prefetched)
      case Expected               =>
    }

  private def release(prefetched: PrefetchedStage): Unit =
    try closers.execute(() => prefetched.close())
    catch {
      case _: RejectedExecutionException => // closed, and with it all sessions
    }

  /** Lets go of everything; waits for no longer than a few seconds. */
  override def close(): Unit = {
    closers.shutdown()
    attempts.clear()
    if (isUsed) {
      storage.close()
    }
    models.close()
  }
}

private object StagePrefetcher {

  /** Stage and attempt. */
  private type Attempt = (Int, Int)

  private sealed trait State

  /** Its input is not known yet. */
  private case object Expected extends State

  /** It is known what to prefetch. */
  private final case class Prefetched(stage: PrefetchedStage) extends State

  private def daemon(): ExecutorService = Executors.newSingleThreadExecutor { (task: Runnable) =>
    val thread = new Thread(task, "trident-prefetch-release")
    thread.setDaemon(true)
    thread
  }
}

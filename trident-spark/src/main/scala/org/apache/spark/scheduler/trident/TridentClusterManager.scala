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

import java.util.ServiceLoader

import scala.jdk.CollectionConverters._

import org.apache.spark.{SparkContext, SparkException}
import org.apache.spark.deploy.LocalSparkCluster
import org.apache.spark.internal.{config, Logging}
import org.apache.spark.scheduler.{
  ExternalClusterManager,
  SchedulerBackend,
  TaskScheduler,
  TaskSchedulerImpl
}
import org.apache.spark.scheduler.cluster.StandaloneSchedulerBackend
import org.apache.spark.util.Utils

/** Makes the task scheduler of a cluster tier-aware and takes everything else from the cluster's
  * own manager: found by Spark through `ServiceLoader` for the master URLs that [[TridentPlugin]]
  * has prefixed.
  *
  * In Spark's package because the service interface is private to it.
  */
final class TridentClusterManager extends ExternalClusterManager with Logging {
  import TridentClusterManager._

  private lazy val guard = Guards.logging()
  private val Standalone = """spark://(.*)""".r
  private val LocalCluster =
    """local-cluster\[\s*([0-9]+)\s*,\s*([0-9]+)\s*,\s*([0-9]+)\s*]""".r

  /** By name: the artifacts of YARN and Kubernetes need not be there. */
  private val WrappedSchedulers = Set(
    classOf[TaskSchedulerImpl].getName,
    "org.apache.spark.scheduler.cluster.YarnScheduler",
    "org.apache.spark.scheduler.cluster.YarnClusterScheduler"
  )

  override def canCreate(masterURL: String): Boolean = masterURL.startsWith(Prefix)

  override def createTaskScheduler(sc: SparkContext, masterURL: String): TaskScheduler = {
    val master = masterURL.stripPrefix(Prefix)
    sc.conf.set("spark.master", master)
    guard.run(NoProfiles, () => ResourceProfiles.renew(sc))
    guard.get[TaskScheduler](BySpark, () => tiered(sc, master), () => stock(sc, master))
  }

  private def tiered(sc: SparkContext, master: String): TaskScheduler = master match {
    case Standalone(_) | LocalCluster(_, _, _) => new TridentTaskScheduler(sc)
    case other                                 => wrap(sc, other, stock(sc, other))
  }

  private def stock(sc: SparkContext, master: String): TaskScheduler = master match {
    case Standalone(_) | LocalCluster(_, _, _) => new TaskSchedulerImpl(sc)
    case other                                 => managerOf(other).createTaskScheduler(sc, other)
  }

  /** YARN's and Kubernetes' schedulers differ from the plain one in few methods, which are asked.
    */
  private def wrap(sc: SparkContext, master: String, stock: TaskScheduler): TaskScheduler =
    stock match {
      case impl: TaskSchedulerImpl if WrappedSchedulers.contains(impl.getClass.getName) =>
        impl.stop() // its timers; it only answers questions from here on
        new DelegatingTaskScheduler(sc, impl)
      case unknown =>
        logWarning(
          s"Tasks are scheduled without tiers: Trident does not know the scheduler" +
            s" ${unknown.getClass.getName} of $master."
        )
        unknown
    }

  override def createSchedulerBackend(
      sc: SparkContext,
      masterURL: String,
      scheduler: TaskScheduler
  ): SchedulerBackend = (masterURL.stripPrefix(Prefix), scheduler) match {
    case (Standalone(masters), impl: TaskSchedulerImpl) =>
      new StandaloneSchedulerBackend(impl, sc, masters.split(",").map("spark://" + _))
    case (LocalCluster(workers, cores, memory), impl: TaskSchedulerImpl) =>
      localCluster(sc, impl, workers.toInt, cores.toInt, memory.toInt)
    case (other, _) => managerOf(other).createSchedulerBackend(sc, other, scheduler)
  }

  /** As `SparkContext.createTaskScheduler` does for `local-cluster[workers,cores,memory]`. */
  private def localCluster(
      sc: SparkContext,
      scheduler: TaskSchedulerImpl,
      workers: Int,
      cores: Int,
      memoryMb: Int
  ): SchedulerBackend = {
    if (sc.executorMemory > memoryMb) {
      throw new SparkException(
        s"Asked to launch cluster with $memoryMb MiB/worker but requested" +
          s" ${sc.executorMemory} MiB/executor"
      )
    }
    sc.conf.setIfMissing(config.SHUFFLE_HOST_LOCAL_DISK_READING_ENABLED, false)
    val cluster = LocalSparkCluster(workers, cores, memoryMb, sc.conf)
    val backend = new StandaloneSchedulerBackend(scheduler, sc, cluster.start())
    backend.shutdownCallback = (_: StandaloneSchedulerBackend) => cluster.stop()
    backend
  }

  override def initialize(scheduler: TaskScheduler, backend: SchedulerBackend): Unit =
    scheduler match {
      case impl: TaskSchedulerImpl => impl.initialize(backend)
      case _ => // a scheduler of another make; Spark's own managers do no more
    }

  private def managerOf(master: String): ExternalClusterManager =
    ServiceLoader
      .load(classOf[ExternalClusterManager], Utils.getContextOrSparkClassLoader)
      .asScala
      .filter(manager => manager.getClass != getClass && manager.canCreate(master))
      .toSeq match {
      case Seq(one) => one
      case Seq()    => throw new SparkException(s"Could not parse Master URL: '$master'")
      case many     =>
        throw new SparkException(s"Multiple external cluster managers for $master: $many")
    }
}

private object TridentClusterManager {

  /** Before the master URL between the plug-in's start and the creation of the scheduler. Inlined
    * by the compiler, as the other texts: Spark asks this class for managers of other masters, too,
    * so it must need no other class.
    */
  final val Prefix = "spark-trident+"

  private final val BySpark = "Tasks are scheduled by Spark, without tiers"
  private final val NoProfiles =
    "Resource profiles of single stages are refused in this application"
}

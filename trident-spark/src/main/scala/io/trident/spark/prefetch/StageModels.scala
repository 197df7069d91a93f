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

import io.trident.core.config.PrefetchKeys
import io.trident.core.prefetch.feedback.JobRun
import io.trident.core.prefetch.model.LearnedModel
import io.trident.storage.ModelDirectory
import java.util.concurrent._
import org.apache.hadoop.conf.Configuration
import scala.jdk.OptionConverters._

/** What stages taught, by their class: read, and written, in the background. Thread-safe; nothing
  * here throws, or waits for longer than a moment.
  *
  * Spark's is a directory of its own below that of the configuration: steps of the platform take
  * other times here than in MapReduce.
  */
private[prefetch] final class StageModels(conf: Configuration) extends AutoCloseable {
  import StageModels._

  private val directory: Option[ModelDirectory] = {
    val path = PrefetchKeys.MODEL_PATH.read(key => conf.get(key)).strip
    if (path.isEmpty) None
    else {
      val own = new Configuration(conf)
      own.set(PrefetchKeys.MODEL_PATH.name, s"$path/spark")
      ModelDirectory.of(own).toScala
    }
  }
  private val worker = daemon()
  private val known = new ConcurrentHashMap[String, CompletableFuture[LearnedModel]]

  /** What is known of a class; nothing if that is not known at once. */
  def of(jobClass: String): LearnedModel = directory.fold(LearnedModel.EMPTY) { from =>
    try {
      if (known.size > MaxClasses) {
        known.clear()
      }
      known.computeIfAbsent(jobClass, load(from, _)).get(MomentMs, TimeUnit.MILLISECONDS)
    } catch {
      case _: TimeoutException | _: ExecutionException | _: RejectedExecutionException =>
        LearnedModel.EMPTY
    }
  }

  /** Adds what a stage taught. */
  def learn(run: JobRun): Unit = directory.foreach { to =>
    try
      worker.execute { () =>
        to.learn(run)
        known.put(run.jobClass, CompletableFuture.completedFuture(to.load(run.jobClass)))
        ()
      }
    catch {
      case _: RejectedExecutionException => // closed
    }
  }

  private def load(from: ModelDirectory, jobClass: String): CompletableFuture[LearnedModel] =
    CompletableFuture.supplyAsync(() => from.load(jobClass), worker)

  override def close(): Unit = worker.shutdown()
}

private object StageModels {
  private val MomentMs = 500L
  private val MaxClasses = 500

  private def daemon(): ExecutorService = Executors.newSingleThreadExecutor { (task: Runnable) =>
    val thread = new Thread(task, "trident-prefetch-models")
    thread.setDaemon(true)
    thread
  }
}

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
package io.trident.spark.dist

/** A standalone master, and a worker on each node of the tiered cluster, each a daemon of the
  * distribution in a process of its own.
  */
final class StandaloneCluster(val coresPerWorker: Int) extends AutoCloseable {
  private val master = daemon(
    "master.Master",
    "--host 127.0.0.1 --port 0 --webui-port 0".split(" ").toSeq
  )

  /** What users name by `--master`. */
  val url: String = master.awaitLine("Starting Spark master at (spark://[0-9.:]+)")

  private val workers = scala.collection.mutable.Map.empty[String, RunningCommand]
  TieredInput.cluster.nodeNames.forEach(startWorker(_))
  workers.values.foreach(_.awaitLine("Successfully registered with master (\\S+)"))

  /** Starts a worker on a node. */
  def startWorker(node: String): Unit = {
    val dir = SparkDistribution.emptyDirectory("worker").toString
    val options = s"--host $node --webui-port 0 --cores $coresPerWorker --memory 4g --work-dir"
    workers(node) = daemon("worker.Worker", options.split(" ").toSeq ++ Seq(dir, url))
  }

  /** Kills the worker of a node and its executors at once. */
  def killWorker(node: String): Unit = workers.remove(node).foreach(_.kill())

  override def close(): Unit = (workers.values.toSeq :+ master).foreach(_.close())

  private def daemon(name: String, arguments: Seq[String]) = SparkDistribution.start(
    "spark-class",
    s"org.apache.spark.deploy.$name" +: arguments,
    environment = Map(
      "SPARK_DAEMON_JAVA_OPTS" -> SparkDistribution.jvmOptions,
      "SPARK_DAEMON_MEMORY" -> "256m",
      "HADOOP_CONF_DIR" -> TieredInput.clientConfiguration.toString
    )
  )
}

object StandaloneCluster {

  /** One worker with six cores per node, for all tests of this JVM that kill nothing. */
  lazy val shared: StandaloneCluster = {
    val cluster = new StandaloneCluster(coresPerWorker = 6)
    Runtime.getRuntime.addShutdownHook(new Thread(() => cluster.close()))
    cluster
  }
}

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
package org.apache.spark.deploy.trident

import java.nio.file.{Files, Path}

import org.apache.spark.SparkConf
import org.apache.spark.deploy.master.Master
import org.apache.spark.deploy.worker.Worker
import org.apache.spark.rpc.RpcEnv

/** A standalone master and workers in this process, on hosts by name; executors are processes of
  * their own. In Spark's package because its daemons are private to it.
  */
final class InProcessCluster(hosts: Seq[String], cores: Int, memoryMb: Int, work: Path)
    extends AutoCloseable {
  private val conf = new SparkConf(false)
  private val master: RpcEnv = Master.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, conf)._1

  /** The master URL for applications. */
  val url: String = s"spark://${master.address.hostPort}"

  private val workers: Map[String, RpcEnv] = hosts.map { host =>
    val dir = Files.createDirectories(work.resolve(s"worker-$host")).toString
    host -> Worker.startRpcEnvAndEndpoint(host, 0, 0, cores, memoryMb, Array(url), dir, None, conf)
  }.toMap

  /** Stops the worker of a host, and its executors with it. */
  def stopWorker(host: String): Unit = stop(workers(host))

  override def close(): Unit = {
    workers.values.foreach(stop)
    stop(master)
  }

  private def stop(env: RpcEnv): Unit = {
    env.shutdown()
    env.awaitTermination()
  }
}

object InProcessCluster {

  /** Executors resolve hosts as this process does, and live too briefly for the optimizing
    * compiler.
    */
  def executorJvmOptions: String =
    s"-Djdk.net.hosts.file=${sys.props("jdk.net.hosts.file")} " +
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
}

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

import java.nio.file.{Files, Path}
import java.util.UUID
import java.util.jar.{JarEntry, JarOutputStream}

import scala.io.Source
import scala.jdk.StreamConverters._

import org.apache.hadoop.fs.{Path => HadoopPath}
import org.assertj.core.api.Assertions.assertThat

/** One run of a user's application with what `docs/install.md` asks users to set, and nothing else
  * of Trident.
  *
  * @param scheduler
  *   how the class name of the scheduler begins that it must have
  */
class UserApplication(
    master: Seq[String],
    more: Map[String, String] = Map.empty,
    taskMillis: Long = 0,
    scheduler: String = UserApplication.schedulers
) {
  val eventLogDir: Path = SparkDistribution.emptyDirectory("events")

  private val output =
    new HadoopPath(TieredInput.fileSystem.getUri.toString, s"/output/${UUID.randomUUID()}")

  /** What is set: all that is Trident's, and what suits this machine. */
  def settings: Map[String, String] = Map(
    "spark.plugins" -> "org.apache.spark.scheduler.trident.TridentPlugin",
    "spark.jars" -> SparkDistribution.pluginJar.toString,
    // The rest is for this machine: names of nodes, sizes, and where to find what happened.
    "spark.driver.extraJavaOptions" -> SparkDistribution.jvmOptions,
    "spark.executor.extraJavaOptions" -> SparkDistribution.jvmOptions,
    "spark.yarn.am.extraJavaOptions" -> SparkDistribution.jvmOptions,
    "spark.driver.memory" -> "512m",
    "spark.executor.memory" -> "512m",
    "spark.executor.cores" -> "2",
    "spark.sql.shuffle.partitions" -> "4",
    "spark.yarn.jars" -> s"local:${SparkDistribution.home}/jars/*",
    "spark.eventLog.enabled" -> "true",
    "spark.eventLog.compress" -> "false",
    "spark.eventLog.dir" -> eventLogDir.toUri.toString,
    "spark.scheduler.minRegisteredResourcesRatio" -> "1.0",
    "spark.ui.enabled" -> "false"
  ) ++ more

  /** What it reads. */
  def input: String = TieredInput.directory.toString

  /** Its class with `main`. */
  def mainClass: String = "io.trident.spark.dist.app.WordCountApp"

  /** The arguments of every command before the application. */
  def options: Seq[String] =
    master ++ settings.toSeq.sorted.flatMap { case (key, value) => Seq("--conf", s"$key=$value") }

  /** The application and its arguments. */
  def arguments: Seq[String] =
    Seq(input, output.toString, taskMillis.toString)

  val environment: Map[String, String] =
    Map("HADOOP_CONF_DIR" -> TieredInput.clientConfiguration.toString)

  /** Submits it as a jar. */
  def start(): RunningCommand = SparkDistribution.start(
    "spark-submit",
    options ++ Seq("--class", mainClass, UserApplication.jar.toString) ++ arguments,
    environment = environment
  )

  /** Submits it, awaits its end and checks that it is right and was scheduled as it should. */
  def runAndCheck(): Unit = check(start().await())

  def check(ended: FinishedCommand): Unit = {
    ended.requireSuccess()
    val in = TieredInput.fileSystem.open(output)
    val lines =
      try Source.fromInputStream(in).getLines().toList
      finally in.close()
    assertThat(lines.head).startsWith(s"scheduler $scheduler")
    assertThat(lines(1)).isEqualTo(s"rdd ${TieredInput.wordCountText}")
    assertThat(lines(2)).isEqualTo(s"sql ${TieredInput.wordCountText}")
  }
}

object UserApplication {

  /** An application with one executor per worker, which waits for all of them: a standalone cluster
    * knows how many that are only if the application has a limit.
    */
  def on(cluster: StandaloneCluster, taskMillis: Long = 0): UserApplication = new UserApplication(
    Seq("--master", cluster.url),
    allCoresOf(cluster),
    taskMillis
  )

  /** Settings of an application with one executor per worker, for all of which it waits. */
  def allCoresOf(cluster: StandaloneCluster): Map[String, String] = Map(
    "spark.executor.cores" -> cluster.coresPerWorker.toString,
    "spark.cores.max" -> (cluster.coresPerWorker * TieredInput.cluster.nodeNames.size).toString
  )

  /** The package of Trident's schedulers. */
  val schedulers = "org.apache.spark.scheduler.trident."

  /** Where the cluster manager has none of its own. */
  val scheduler: String = schedulers + "TridentTaskScheduler"

  /** The application's classes, without anything of Trident. */
  lazy val jar: Path = {
    val classes =
      Path.of(app.WordCountApp.getClass.getProtectionDomain.getCodeSource.getLocation.toURI)
    val jar = SparkDistribution.emptyDirectory("app").resolve("app.jar")
    val out = new JarOutputStream(Files.newOutputStream(jar))
    try
      Files
        .walk(classes.resolve("io/trident/spark/dist/app"))
        .toScala(Seq)
        .filter(Files.isRegularFile(_))
        .foreach { file =>
          out.putNextEntry(new JarEntry(classes.relativize(file).toString))
          Files.copy(file, out)
        }
    finally out.close()
    jar
  }
}

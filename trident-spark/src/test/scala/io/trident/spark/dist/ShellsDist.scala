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

import java.nio.file.Files

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{BeforeEach, Test, Timeout}

/** What a user types into the shells, and a program that makes its own session. */
@Timeout(600)
class ShellsDist {

  @BeforeEach
  def distribution(): Unit = SparkDistribution.assumePresent()

  @Test
  def sparkShell(): Unit = {
    val ended = inShell(
      "spark-shell",
      s"""val words = sc.textFile("${TieredInput.directory}").flatMap(_.split(" ")).map(_ -> 1L)
         |val text = words.reduceByKey(_ + _, 4).collect().sorted.map(c => c._1 + "=" + c._2)
         |println("RES" + "ULT: " + text.mkString(","))
         |val scheduler = sc.getClass.getMethod("taskScheduler").invoke(sc)
         |println("SCHED" + "ULER: " + scheduler.getClass.getName)
         |:quit
         |""".stripMargin
    )
    assertThat(ended.line("RESULT: ")).isEqualTo(TieredInput.wordCountText)
    assertThat(ended.line("SCHEDULER: ")).isEqualTo(UserApplication.scheduler)
  }

  @Test
  def pyspark(): Unit = {
    val ended = inShell(
      "pyspark",
      s"""from operator import add
         |words = sc.textFile("${TieredInput.directory}").flatMap(str.split)
         |counts = sorted(words.map(lambda w: (w, 1)).reduceByKey(add, 4).collect())
         |print("RESULT:", ",".join("%s=%d" % count for count in counts))
         |from pyspark.sql.functions import col, explode, split
         |lines = spark.read.text("${TieredInput.directory}")
         |frame = lines.select(explode(split(col("value"), " ")).alias("word")).groupBy("word").count()
         |print("SQL:", ",".join("%s=%d" % (r[0], r[1]) for r in sorted(frame.collect())))
         |print("SCHEDULER:", sc._jsc.sc().taskScheduler().getClass().getName())
         |quit()
         |""".stripMargin,
      "PYSPARK_DRIVER_PYTHON_OPTS" -> "-i" // or a shell whose input is no terminal reads no start-up
    )
    assertThat(ended.line("RESULT:")).isEqualTo(TieredInput.wordCountText)
    assertThat(ended.line("SQL:")).isEqualTo(TieredInput.wordCountText)
    assertThat(ended.line("SCHEDULER:")).isEqualTo(UserApplication.scheduler)
  }

  /** By the defaults file alone, as `docs/install.md` describes. */
  @Test
  def submittedPython(): Unit = {
    val application = UserApplication.on(StandaloneCluster.shared)
    val conf = SparkDistribution.emptyDirectory("spark-conf")
    Files.writeString(
      conf.resolve("spark-defaults.conf"),
      application.settings.map { case (key, value) => s"$key $value\n" }.mkString
    )
    val script = Files.writeString(
      conf.resolve("job.py"),
      s"""from pyspark.sql import SparkSession
         |spark = SparkSession.builder.appName("python").getOrCreate()
         |print("LINES:", spark.read.text("${TieredInput.directory}").count())
         |scheduler = spark.sparkContext._jsc.sc().taskScheduler()
         |print("SCHEDULER:", scheduler.getClass().getName())
         |spark.stop()
         |""".stripMargin
    )
    val ended = SparkDistribution.run(
      "spark-submit",
      Seq("--master", StandaloneCluster.shared.url, script.toString),
      environment = application.environment + ("SPARK_CONF_DIR" -> conf.toString)
    )
    ended.requireSuccess()
    assertThat(ended.line("LINES:")).isEqualTo(TieredInput.lines.toString)
    assertThat(ended.line("SCHEDULER:")).isEqualTo(UserApplication.scheduler)
  }

  /** A program of its own with Spark, the plug-in and itself on its class path. */
  @Test
  def embeddedSession(): Unit = {
    val application = UserApplication.on(StandaloneCluster.shared)
    val properties = application.settings ++ Map(
      "spark.master" -> StandaloneCluster.shared.url,
      "spark.jars" -> s"${SparkDistribution.pluginJar},${UserApplication.jar}"
    )
    val classPath = Seq(
      UserApplication.jar,
      SparkDistribution.pluginJar,
      s"${SparkDistribution.home}/jars/*",
      TieredInput.clientConfiguration
    ).mkString(":")
    val ended = SparkDistribution
      .startJava(
        properties.map { case (key, value) => s"-D$key=$value" }.toSeq ++
          Seq("-cp", classPath, application.mainClass) ++ application.arguments
      )
      .await()
    application.check(ended)
  }

  private def inShell(shell: String, input: String, more: (String, String)*): FinishedCommand = {
    val application = UserApplication.on(StandaloneCluster.shared)
    val ended = SparkDistribution.run(
      shell,
      application.options,
      input,
      application.environment ++ more
    )
    ended.requireSuccess()
    ended
  }
}

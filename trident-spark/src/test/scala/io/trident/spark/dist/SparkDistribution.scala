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

import java.io.{BufferedReader, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}

import org.junit.jupiter.api.Assumptions.assumeTrue

import scala.jdk.CollectionConverters._

/** Spark as users get it: the commands of its distribution, each in a process of its own. */
object SparkDistribution {

  /** The distribution's directory, what users call `SPARK_HOME`. */
  val home: Path = Path.of(property("spark.dist.home"))

  /** The jar that users name in `spark.jars`. */
  val pluginJar: Path = Path.of(property("trident.spark.jar"))

  /** What is written by these tests stays below. */
  val workDir: Path = Path.of(property("spark.dist.work"))

  /** The names of the nodes for JVMs that use them, which also start as quickly as they can. */
  val jvmOptions: String = s"-Djdk.net.hosts.file=${property("jdk.net.hosts.file")}" +
    " -Djava.net.preferIPv4Stack=true -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"

  /** Skips the test that calls it where the distribution could not be fetched. */
  def assumePresent(): Unit = assumeTrue(
    Files.isExecutable(home.resolve("bin/spark-submit")),
    s"no Spark distribution in $home; it is fetched by python3 with pip"
  )

  /** Starts `bin/<command>`; its output is kept, both streams together. */
  def start(
      command: String,
      arguments: Seq[String],
      input: String = "",
      environment: Map[String, String] = Map.empty
  ): RunningCommand =
    startProgram(home.resolve("bin").resolve(command).toString, arguments, input, environment)

  /** Starts a JVM that has no part of the distribution but its class path. */
  def startJava(arguments: Seq[String]): RunningCommand = startProgram(
    s"${System.getProperty("java.home")}/bin/java",
    moduleOptions ++ jvmOptions.split(" ") ++ arguments
  )

  /** Starts a program with the distribution in its environment. */
  def startProgram(
      program: String,
      arguments: Seq[String],
      input: String = "",
      environment: Map[String, String] = Map.empty
  ): RunningCommand = {
    val builder = new ProcessBuilder((program +: arguments).asJava).redirectErrorStream(true)
    val variables = builder.environment()
    // What a shell of this machine may have set must not decide.
    variables.keySet().removeIf(name => name.startsWith("SPARK_") || name.startsWith("PYSPARK_"))
    variables.remove("HADOOP_CONF_DIR")
    variables.put("SPARK_HOME", home.toString)
    variables.put("PYTHONPATH", home.getParent.toString)
    variables.put("JAVA_HOME", System.getProperty("java.home"))
    variables.put("PYSPARK_PYTHON", "python3")
    variables.put("SPARK_SUBMIT_OPTS", jvmOptions)
    variables.put("SPARK_CONF_DIR", emptyDirectory("conf").toString)
    variables.putAll(environment.asJava)
    builder.directory(emptyDirectory("run").toFile)
    new RunningCommand(program, builder.start(), input)
  }

  /** What Spark's launcher adds. */
  private def moduleOptions: Seq[String] =
    org.apache.spark.launcher.JavaModuleOptions.defaultModuleOptions().split(" ").toSeq

  /** Runs `bin/<command>` to its end. */
  def run(
      command: String,
      arguments: Seq[String],
      input: String = "",
      environment: Map[String, String] = Map.empty
  ): FinishedCommand = start(command, arguments, input, environment).await()

  def emptyDirectory(prefix: String): Path =
    Files.createTempDirectory(Files.createDirectories(workDir), prefix)

  private def property(name: String): String =
    Option(System.getProperty(name)).getOrElse(
      throw new IllegalStateException(s"-D$name is missing; run these tests by -Pspark-dist")
    )
}

/** What a command printed and how it ended. */
final case class FinishedCommand(command: String, exitCode: Int, output: Seq[String]) {

  /** Checks that it ended well. */
  def requireSuccess(): Unit = if (exitCode != 0) {
    throw new AssertionError(toString)
  }

  /** The rest of the only line that starts with `prefix`, behind prompts of a shell. */
  def line(prefix: String): String =
    output
      .filter(_.contains(prefix))
      .map(l => l.substring(l.indexOf(prefix) + prefix.length)) match {
      case Seq(one) => one.trim
      case other    => throw new AssertionError(s"${other.size} lines with $prefix in\n$this")
    }

  override def toString: String = s"$command ended with $exitCode:\n${output.mkString("\n")}"
}

/** A command that runs. */
final class RunningCommand(command: String, process: Process, input: String) extends AutoCloseable {
  private val lines = new ConcurrentLinkedQueue[String]
  private val readAll = new CountDownLatch(1)
  private val reader = new Thread(() => read(), s"output of $command")
  reader.setDaemon(true)
  reader.start()
  process.getOutputStream.write(input.getBytes(UTF_8))
  process.getOutputStream.close()

  /** Waits for the first line that `pattern` matches somewhere and returns its first group. */
  def awaitLine(pattern: String, seconds: Int = 120): String = {
    val regex = pattern.r.unanchored
    val deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds)
    while (System.nanoTime() < deadline) {
      val ended = !process.isAlive && readAll.getCount == 0
      lines.asScala.collectFirst { case regex(group) => group } match {
        case Some(group)   => return group
        case None if ended => throw new AssertionError(s"No line $pattern: ${finished()}")
        case None          => Thread.sleep(50)
      }
    }
    throw new AssertionError(s"No line $pattern in $seconds s:\n${lines.asScala.mkString("\n")}")
  }

  /** Waits for the end. */
  def await(seconds: Int = 480): FinishedCommand = {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      close()
      throw new AssertionError(s"$command runs for more than $seconds s:\n${finished()}")
    }
    readAll.await(10, TimeUnit.SECONDS)
    finished()
  }

  /** Kills the command's processes as a machine that loses power does. */
  def kill(): Unit = {
    val all = process.descendants().iterator().asScala.toSeq :+ process.toHandle
    all.foreach(_.destroyForcibly())
  }

  override def close(): Unit = if (process.isAlive) kill()

  private def finished() =
    FinishedCommand(command, if (process.isAlive) -1 else process.exitValue(), lines.asScala.toSeq)

  private def read(): Unit = {
    val in = new BufferedReader(new InputStreamReader(process.getInputStream, UTF_8))
    try Iterator.continually(in.readLine()).takeWhile(_ != null).foreach(lines.add)
    catch { case _: java.io.IOException => } // the process was killed
    finally readAll.countDown()
  }
}

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

import scala.jdk.StreamConverters._

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

/** Where tasks ran, by the event log that an application wrote. */
final case class EventLog(events: Seq[JsonNode]) {

  /** Partition -> host of the tasks that ended in the first stage with as many tasks. */
  def hosts(tasks: Int): Map[Int, String] = {
    val stage = named("SparkListenerStageCompleted")
      .map(_.get("Stage Info"))
      .filter(_.get("Number of Tasks").asInt == tasks)
      .map(_.get("Stage ID").asInt)
      .min
    named("SparkListenerTaskEnd")
      .filter(end => end.get("Stage ID").asInt == stage)
      .map(_.get("Task Info"))
      .map(info => info.get("Index").asInt -> info.get("Host").asText)
      .toMap
  }

  /** How many tasks of that stage ran where their file is in memory. */
  def memoryLocal(): Int =
    hosts(TieredInput.FileCount).count { case (file, host) => host == TieredInput.memoryNode(file) }

  /** The executors that the application got. */
  def executors: Seq[Executor] = named("SparkListenerExecutorAdded")
    .map(_.get("Executor Info"))
    .map(info => Executor(info.get("Host").asText, info.get("Total Cores").asInt))

  private def named(event: String): Seq[JsonNode] = events.filter(_.get("Event").asText == event)
}

/** An executor: its host and cores. */
final case class Executor(host: String, cores: Int)

object EventLog {
  private val json = new ObjectMapper

  /** How many applications, or attempts of one, wrote to this directory. */
  def applications(dir: Path): Int = {
    val entries = Files.list(dir)
    try entries.count().toInt
    finally entries.close()
  }

  /** Reads what the only application wrote that was given this directory. */
  def read(dir: Path): EventLog = EventLog(events(dir, _ => true))

  /** What Trident reported of each stage; other events are not read. */
  def stageReports(dir: Path): Seq[JsonNode] = {
    val event = "io.trident.spark.report.TridentStageReport"
    events(dir, _.contains(event)).filter(_.get("Event").asText == event).map(_.get("report"))
  }

  private def events(dir: Path, isWanted: String => Boolean): Seq[JsonNode] = {
    val files = Files.walk(dir).toScala(Seq).filter(Files.isRegularFile(_))
    files
      .filter(file => file.getFileName.toString.startsWith("events") || files.size == 1)
      .flatMap(file => Files.lines(file).filter(isWanted(_)).toScala(Seq))
      .map(json.readTree)
  }
}

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

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path => LocalPath}

import io.trident.minicluster.TieredCluster
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path, StorageType}
import org.assertj.core.api.Assertions.assertThat

/** A tiered HDFS and YARN of three nodes, for all tests of this JVM, and an input on it. */
object TieredInput {
  val FileCount = 12
  private val LinesPerFile = 5000
  private val NotForOtherProcesses = "hadoop.rpc.socket.factory.class.default"

  lazy val cluster: TieredCluster = TieredCluster
    .builder()
    .nodes(3)
    .racks(1)
    .slotsPerNode(4)
    .withoutMapReduce()
    // Else one request of one container waits for no more than one offer of another node.
    .set("yarn.scheduler.capacity.node-locality-delay", "40")
    .set("yarn.scheduler.capacity.rack-locality-additional-delay", "40")
    .baseDir(SparkDistribution.workDir.resolve("minicluster"))
    .start()

  /** Twelve text files of one block each; a block has one replica per tier. */
  lazy val directory: Path = {
    val dir = new Path(fileSystem.getUri.toString, "/input/some words")
    (0 until FileCount).foreach { file =>
      val out = fileSystem.create(new Path(dir, f"part-$file%02d.txt"))
      try
        (0 until LinesPerFile).foreach(l => out.write(s"word${l % 7} file$file\n".getBytes(UTF_8)))
      finally out.close()
    }
    cluster.awaitReplicas(dir)
    dir
  }

  /** Some of the files, as the path that an application is given. */
  def files(indices: Seq[Int]): String =
    new Path(
      directory,
      indices.map(index => f"part-$index%02d.txt").mkString("{", ",", "}")
    ).toString

  /** How many lines all files have. */
  val lines: Int = FileCount * LinesPerFile

  /** The answer: words and how often each occurs. */
  lazy val wordCount: Map[String, Int] =
    (0 until LinesPerFile).groupBy(_ % 7).map { case (w, ls) =>
      s"word$w" -> ls.size * FileCount
    } ++
      (0 until FileCount).map(file => s"file$file" -> LinesPerFile)

  /** The answer as the applications here write it. */
  def wordCountText: String =
    wordCount.toSeq.sorted.map { case (word, count) => s"$word=$count" }.mkString(",")

  def fileSystem: FileSystem = cluster.fileSystem()

  /** The directory for `HADOOP_CONF_DIR` of other processes. */
  lazy val clientConfiguration: LocalPath = {
    val dir = SparkDistribution.emptyDirectory("hadoop-conf")
    cluster.writeClientConfiguration(dir)
    Seq("core", "hdfs", "yarn", "mapred").map(name => dir.resolve(s"$name-site.xml")).foreach {
      file =>
        val site = new Configuration(false)
        site.addResource(Files.newInputStream(file))
        site.unset(NotForOtherProcesses)
        val out = Files.newOutputStream(file)
        try site.writeXml(out)
        finally out.close()
    }
    dir
  }

  /** The node with the replica of file `index` in memory. */
  def memoryNode(index: Int): String = {
    val file = new Path(directory, f"part-$index%02d.txt")
    val block = fileSystem.getFileBlockLocations(file, 0, 1).head
    val replica = block.getStorageTypes.indexOf(StorageType.NVDIMM)
    assertThat(replica).as(s"in memory, of $file with $block").isNotNegative
    block.getHosts()(replica)
  }

  /** How many files can be read from memory at once with so many slots per node. */
  def memoryLocalAtBest(slots: Int): Int =
    (0 until FileCount).groupBy(memoryNode).values.map(files => math.min(files.size, slots)).sum
}

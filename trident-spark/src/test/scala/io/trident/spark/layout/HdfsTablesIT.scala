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
package io.trident.spark.layout

import io.trident.core.layout.{DataExtent, Extent}
import io.trident.core.layout.value.Value
import io.trident.layout.table.DimensionSpec
import io.trident.minicluster.TieredCluster
import java.io.OutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.TimeUnit
import org.apache.hadoop.fs.{FileSystem, Path}
import org.apache.hadoop.fs.permission.FsPermission
import org.apache.hadoop.hdfs.DistributedFileSystem
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{
  AfterAll,
  BeforeAll,
  MethodOrderer,
  Order,
  Test,
  TestInstance,
  TestMethodOrder,
  Timeout
}
import scala.jdk.CollectionConverters._

/** Tables on a real HDFS: tiers decide between dimensions, and what is lost is read elsewhere. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(classOf[MethodOrderer.OrderAnnotation])
class HdfsTablesIT {
  private val session = new SqlSession
  private var cluster: TieredCluster = _

  @BeforeAll
  def start(): Unit = {
    cluster = TieredCluster
      .builder()
      .nodes(3)
      .racks(1)
      .hdfsOnly()
      .baseDir(java.nio.file.Path.of("target", s"tables-${System.nanoTime()}"))
      .set("ipc.client.connect.max.retries", "1")
      .set("dfs.namenode.heartbeat.recheck-interval", "500")
      .start()
    cluster.settings.asScala.foreach { case (key, value) =>
      session.spark.sparkContext.hadoopConfiguration.set(key, value)
    }
  }

  @AfterAll
  def stop(): Unit = {
    session.close()
    if (cluster != null) cluster.close()
  }

  private def write(name: String, policies: Seq[String]): WrittenTable = {
    val hdfs = cluster.fileSystem()
    val root = hdfs.makeQualified(new Path(name))
    policies.zipWithIndex.foreach { case (policy, dimension) =>
      val directory = if (dimension == 0) root else new Path(root, s"_trident/se0000/d$dimension")
      hdfs.mkdirs(directory)
      hdfs.setStoragePolicy(directory, policy)
    }
    val spec = WrittenTable.spec(
      WrittenTable.schema("a int, b int, c int"),
      Seq("a", "b").map(DimensionSpec.byRange(_, Seq(10, 20, 30).map(Value.ofInt).asJava)),
      "csv"
    )
    val rows = (0 until 40).map(n => s"$n,${n * 7 % 40},$n".getBytes(UTF_8))
    WrittenTable.write(root, spec, Seq(4 -> rows), cluster.configuration(), createOnNode)
  }

  /** A dimension is on a node of its own. */
  private def createOnNode(fileSystem: FileSystem, path: Path, extent: Extent): OutputStream =
    fileSystem match {
      case hdfs: DistributedFileSystem =>
        val node = cluster.dataNode(extent.dimension).getXferAddress
        hdfs.create(
          path,
          FsPermission.getFileDefault,
          true,
          4096,
          1.toShort,
          1L << 20,
          null,
          Array(node)
        )
      case other => throw new AssertionError(other)
    }

  private def plan(table: WrittenTable, condition: String): String =
    session.load(table).where(condition).queryExecution.executedPlan.toString

  private def dimension(plan: String) = plan.replaceAll("(?s).*dimension=(\\w+) of.*", "$1")

  @Test
  @Order(1)
  def ofTwoDimensionsThatAreReadWhollyThatInTheFasterTierWins(): Unit = {
    val second = write("/tiers/second", Seq("HOT", "ALL_SSD"))
    val first = write("/tiers/first", Seq("ALL_SSD", "HOT"))

    assertThat(plan(second, "c = 7")).contains("dimension=b of a,b")
    assertThat(plan(first, "c = 7")).contains("dimension=a of a,b")
    session.withConf("spark.sql.trident.tier-wait-ms" -> "0") {
      assertThat(dimension(plan(second, "c = 7"))).isEqualTo(dimension(plan(first, "c = 7")))
    }
    assertThat(plan(first, "b = 7")).contains("dimension=b of a,b") // fewer bytes win over a tier
    assertThat(session.load(second).where("c = 7").count()).isEqualTo(1L)
  }

  /** Checks cost time; [[ParquetTablesIT]] has a file system without identities. */
  @Test
  @Order(1)
  def keysThatSparkSurelyReadsOfFilesThatAreAsWrittenAreNotChecked(): Unit = {
    val table = write("/unchecked", Seq("HOT", "HOT"))
    val read = session.load(table, "dimension" -> "a").select("a", "b")
    assertThat(read.count()).isEqualTo(40L)
    val scans = read.queryExecution.executedPlan.collect { case one: BatchScanExec => one }
    assertThat(scans.map(_.outputPartitioning.numPartitions).asJava).containsExactly(4)
    assertThat(scans.head.readerFactory).isNotInstanceOf(classOf[CheckedReaderFactory])
  }

  /** Of a file of the same length only HDFS knows that it is another one. */
  @Test
  @Order(1)
  def anExtentThatIsAnotherFileOfTheSameLengthIsReadInAnotherDimension(): Unit = {
    val hdfs = cluster.fileSystem().asInstanceOf[DistributedFileSystem]
    def bytesOf(file: Path): Array[Byte] = {
      val in = hdfs.open(file)
      try in.readAllBytes()
      finally in.close()
    }
    val changes = Seq[(String, (WrittenTable, Path) => Unit)](
      "replaced" -> { (table, file) =>
        val other = new String(bytesOf(file), UTF_8).replaceAll("[0-9]", "9")
        table.replace(file, other.getBytes(UTF_8))
      },
      "appended to, and truncated" -> { (_, file) =>
        val length = hdfs.getFileStatus(file).getLen
        val out = hdfs.append(file)
        try out.write("9,9,9\n".getBytes(UTF_8))
        finally out.close()
        if (!hdfs.truncate(file, length)) awaitClosed(hdfs, file)
        assertThat(hdfs.getFileStatus(file).getLen).isEqualTo(length)
      },
      "restored from a snapshot" -> { (table, file) =>
        hdfs.allowSnapshot(table.root)
        val kept = hdfs.createSnapshot(table.root, "s")
        val before = bytesOf(file)
        table.delete(file)
        val within = table.root.toUri.relativize(file.toUri).getPath
        table.replace(file, bytesOf(new Path(kept, within)))
        assertThat(bytesOf(file)).isEqualTo(before)
      }
    )
    for ((name, change) <- changes; dimension <- 0 to 1) {
      val table = write(s"/changed/${name.take(3)}-$dimension", Seq("HOT", "HOT"))
      val (column, other) = if (dimension == 0) ("a", "b") else ("b", "a")
      def read = session.load(table).where(s"$column = 7")
      val before = SqlSession.rows(read)
      assertThat(plan(table, s"$column = 7")).contains(s"dimension=$column of a,b")

      change(table, table.file(0, new DataExtent(dimension, 0)))
      assertThat(plan(table, s"$column = 7")).as(name).contains(s"dimension=$other of a,b")
      assertThat(SqlSession.rows(read).mkString).as(name).isEqualTo(before.mkString)
      assertThat(plan(table, s"$column = 17"))
        .as("another extent of the dimension")
        .contains(s"dimension=$column of a,b")
    }
  }

  @Test
  @Order(1)
  def aSnapshotOfATableIsReadAsTheTable(): Unit = {
    val table = write("/snapshots", Seq("HOT", "HOT"))
    val hdfs = cluster.fileSystem().asInstanceOf[DistributedFileSystem]
    hdfs.allowSnapshot(table.root)
    val kept = hdfs.createSnapshot(table.root, "s")
    val read = session.spark.read.format("trident").load(kept.toString).where("b = 7")
    assertThat(read.queryExecution.executedPlan.toString).contains("dimension=b of a,b")
    assertThat(SqlSession.rows(read).mkString).isEqualTo("1|7|1")
  }

  private def awaitClosed(hdfs: DistributedFileSystem, file: Path): Unit = {
    val deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60)
    while (!hdfs.isFileClosed(file)) {
      assertThat(System.nanoTime()).as("the last block is recovered").isLessThan(deadline)
      Thread.sleep(100)
    }
  }

  @Test
  @Order(2)
  def aDimensionWhoseNodeIsLostIsReadInAnother(): Unit = {
    val table = write("/lost", Seq("HOT", "HOT"))
    assertThat(plan(table, "b = 7")).contains("dimension=b of a,b")

    cluster.loseDataNode(1)
    val file = table.file(0, new DataExtent(1, 0))
    val deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5)
    while (cluster.fileSystem().getFileBlockLocations(file, 0, 1).exists(_.getHosts.nonEmpty)) {
      assertThat(System.nanoTime()).as("the node is still alive").isLessThan(deadline)
      Thread.sleep(100)
    }
    assertThat(plan(table, "b = 7")).contains("dimension=a of a,b")
    assertThat(SqlSession.rows(session.load(table).where("b = 7")).mkString).isEqualTo("1|7|1")
  }
}

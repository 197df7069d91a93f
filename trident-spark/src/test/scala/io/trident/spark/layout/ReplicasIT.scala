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

import io.trident.core.replication.{NodeMapId, PartitionScheme}
import io.trident.layout.mapreduce.{
  Conversion,
  ReplicaCreation,
  ReplicaRecovery,
  ReplicaRegistration
}
import io.trident.layout.mapreduce.replica.{FoundParts, ReplicaGroup, ReplicaRequest}
import io.trident.layout.table.TablePaths
import io.trident.minicluster.TieredCluster
import java.nio.charset.StandardCharsets.UTF_8
import java.util.{Map => JMap, Optional, Random}
import java.util.concurrent.TimeUnit
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec
import org.assertj.core.api.Assertions.{assertThat, assertThatThrownBy}
import org.junit.jupiter.api.{
  AfterAll,
  BeforeAll,
  MethodOrderer,
  Order,
  Tag,
  Test,
  TestInstance,
  TestMethodOrder,
  Timeout
}

/** Replica groups from their making to a join: of each group the replica is read that is
  * partitioned as the other table, partitions of both are on one node, and so they are after a node
  * was lost.
  */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(classOf[MethodOrderer.OrderAnnotation])
@Tag("slow")
class ReplicasIT extends AdaptiveSparkPlanHelper {
  private val session = new SqlSession
  private var cluster: TieredCluster = _

  private val join =
    "SELECT p_name, sum(l_quantity), count(*) FROM {lineitem} JOIN {part} ON l_partkey = p_partkey" +
      " GROUP BY p_name"
  private val byOrder = "SELECT l_orderkey, sum(l_quantity) FROM {lineitem} GROUP BY l_orderkey"

  @BeforeAll
  def start(): Unit = {
    cluster = TieredCluster
      .builder()
      .nodes(4)
      .racks(1)
      .hdfsOnly()
      .baseDir(java.nio.file.Path.of("target", s"replicas-${System.nanoTime()}"))
      .set("trident.hdfs.layout.enabled", "true")
      .set("ipc.client.connect.max.retries", "1")
      .set("dfs.namenode.heartbeat.recheck-interval", "500")
      .start()
    cluster.settings.forEach { (key, value) =>
      session.spark.sparkContext.hadoopConfiguration.set(key, value)
    }
    val random = new Random(7)
    write(
      "/tpch/lineitem/1.csv",
      (0 until 4000).map(_ =>
        s"${random.nextInt(900)},${random.nextInt(200)},${random.nextInt(50)}"
      )
    )
    write("/tpch/part/1.csv", (0 until 200).map(part => s"$part,name${part % 30}"))
    stock("lineitem", "l_orderkey long, l_partkey long, l_quantity int")
    stock("part", "p_partkey long, p_name string")
  }

  @AfterAll
  def stop(): Unit = {
    session.close()
    if (cluster != null) cluster.close()
  }

  private def write(file: String, rows: Seq[String]): Unit = {
    val out = cluster.fileSystem().create(new Path(file))
    try out.write(rows.mkString("\n").getBytes(UTF_8))
    finally out.close()
  }

  private def stock(name: String, columns: String): Unit =
    session.spark.read
      .schema(columns)
      .csv(cluster.fileSystem().makeQualified(new Path(s"/tpch/$name")).toString)
      .createOrReplaceTempView(s"stock_$name")

  private def conf: Configuration = {
    val conf = new Configuration(cluster.configuration())
    conf.set("mapreduce.framework.name", "local")
    conf.setInt("mapreduce.task.io.sort.mb", 8)
    conf
  }

  private def create(table: String, column: String, columns: String): Unit = {
    new ReplicaCreation(conf, _ => ()).run(
      new Path(s"/tpch/$table"),
      new Path(s"/tpch/$table-by-$column"),
      new ReplicaRequest(
        new PartitionScheme(column, 8),
        NodeMapId.ofAllNodes(8),
        1,
        Optional.of(columns),
        "csv",
        JMap.of[String, String](),
        1 << 20
      ),
      Conversion.Earlier.RESUME
    )
    ()
  }

  private def partitioned[A](run: => A): A = session.withConf(
    "spark.sql.sources.v2.bucketing.enabled" -> "true",
    "spark.sql.sources.v2.bucketing.pushPartValues.enabled" -> "true",
    "spark.sql.sources.v2.bucketing.allowCompatibleTransforms.enabled" -> "true",
    "spark.sql.requireAllClusterKeysForCoPartition" -> "false",
    "spark.sql.autoBroadcastJoinThreshold" -> "-1"
  )(run)

  private def url(path: String) = cluster.fileSystem().makeQualified(new Path(path)).toString

  /** Runs a query of tables that are named, whose rows stock reads give, too. */
  private def frame(sql: String, tables: (String, String)*): DataFrame = {
    val ours = tables.foldLeft(sql) { case (text, (name, path)) =>
      text.replace(s"{$name}", s"trident.`${url(path)}`")
    }
    val stock = tables.foldLeft(sql) { case (text, (name, _)) =>
      text.replace(s"{$name}", s"stock_$name")
    }
    val frame = session.spark.sql(ours)
    assertThat(SqlSession.rows(frame).mkString("\n"))
      .isEqualTo(SqlSession.rows(session.spark.sql(stock)).mkString("\n"))
    frame
  }

  private def shuffles(frame: DataFrame): Int =
    collect(frame.queryExecution.executedPlan) { case one: ShuffleExchangeExec => one }.size

  private def nodes(replica: String): Seq[String] = (0 until 8).map { partition =>
    val file = new Path(replica, f"se0000-e$partition%02d.csv")
    cluster.fileSystem().getFileBlockLocations(file, 0, 1).head.getNames.mkString(",")
  }

  private def lost(source: String): Int = {
    val hdfs = cluster.fileSystem()
    FoundParts
      .lost(hdfs, ReplicaGroup.of(hdfs, new Path(source)))
      .byMember
      .stream
      .mapToInt(_.size)
      .sum
  }

  @Test
  @Order(1)
  def theReplicaThatAJoinWantsIsReadWhicheverIsNamed(): Unit = {
    create("lineitem", "l_orderkey", "l_orderkey long, l_partkey long, l_quantity int")
    create("lineitem", "l_partkey", "l_orderkey long, l_partkey long, l_quantity int")
    create("part", "p_partkey", "p_partkey long, p_name string")
    assertThat(nodes("/tpch/lineitem-by-l_partkey").mkString(" "))
      .isEqualTo(nodes("/tpch/part-by-p_partkey").mkString(" "))

    partitioned {
      for (named <- Seq("/tpch/lineitem", "/tpch/lineitem-by-l_orderkey")) {
        val joined = frame(join, "lineitem" -> named, "part" -> "/tpch/part")
        assertThat(shuffles(joined)).isEqualTo(1)
        assertThat(joined.queryExecution.executedPlan.toString).contains("dimension=l_partkey of")
      }
      val summed = frame(byOrder, "lineitem" -> "/tpch/lineitem-by-l_partkey")
      assertThat(shuffles(summed)).isZero()
      assertThat(summed.queryExecution.executedPlan.toString).contains("dimension=l_orderkey of")
    }
  }

  @Test
  @Order(2)
  def subqueriesReadTheReplicasThatTheyAreBy(): Unit = partitioned {
    val late = "FROM {lineitem} WHERE l_partkey = p_partkey AND l_quantity > 40"
    for (
      (sql, exchanges) <- Seq(
        s"SELECT p_name, count(*) FROM {part} WHERE EXISTS (SELECT * $late) GROUP BY p_name" -> 1,
        s"SELECT * FROM {part} WHERE p_name > 'name1' AND NOT EXISTS (SELECT 1 $late)" -> 0,
        "SELECT * FROM {lineitem} WHERE l_partkey IN (SELECT p_partkey FROM {part} WHERE p_name > 'name2')" -> 0
      );
      named <- Seq("/tpch/lineitem", "/tpch/lineitem-by-l_orderkey");
      adaptive <- Seq("true", "false")
    ) session.withConf("spark.sql.adaptive.enabled" -> adaptive) {
      val joined = frame(sql, "lineitem" -> named, "part" -> "/tpch/part")
      assertThat(shuffles(joined)).as(sql).isEqualTo(exchanges)
      assertThat(joined.queryExecution.executedPlan.toString)
        .contains("dimension=l_partkey of", "dimension=p_partkey of")
    }
  }

  /** Only rows are of interest, whichever replicas are read. */
  @Test
  @Order(2)
  def otherSubqueries(): Unit = partitioned {
    for (
      sql <- Seq(
        "SELECT * FROM {lineitem} WHERE l_partkey NOT IN (SELECT p_partkey FROM {part} WHERE p_partkey > 5)",
        "SELECT * FROM {part} WHERE p_partkey < 5 OR EXISTS (SELECT * FROM {lineitem} WHERE l_partkey = p_partkey)",
        "SELECT p_name, (SELECT max(l_quantity) FROM {lineitem} WHERE l_partkey = p_partkey) m FROM {part}",
        "SELECT * FROM {part} WHERE EXISTS (SELECT * FROM {lineitem} WHERE l_partkey = p_partkey AND" +
          " l_orderkey = p_partkey)",
        "SELECT * FROM {part} WHERE EXISTS (SELECT * FROM {lineitem} WHERE l_partkey > p_partkey + 150)",
        "SELECT * FROM {lineitem} WHERE l_quantity > (SELECT l_quantity FROM {lineitem} ORDER BY l_quantity DESC" +
          " LIMIT 1) - 2"
      )
    ) frame(sql, "lineitem" -> "/tpch/lineitem", "part" -> "/tpch/part")
  }

  @Test
  @Order(2)
  def withoutUseOfAnotherTheReplicaThatIsNamedIsRead(): Unit = partitioned {
    val sql = "SELECT sum(l_quantity) FROM {lineitem}"
    for (column <- Seq("l_orderkey", "l_partkey")) {
      val plan = frame(sql, "lineitem" -> s"/tpch/lineitem-by-$column").queryExecution
      assertThat(plan.executedPlan.toString).contains(s"dimension=$column of")
    }
    val named = session.spark.sql(
      s"SELECT l_orderkey, count(*) FROM trident.`${url("/tpch/lineitem-by-l_partkey")}`" +
        " WITH (`dimension` = 'l_partkey') GROUP BY l_orderkey"
    )
    assertThat(named.queryExecution.executedPlan.toString).contains("dimension=l_partkey of")
  }

  @Test
  @Order(2)
  def theReplicaOfWhichAFilterWantsLeastIsRead(): Unit = {
    val sql = "SELECT sum(l_quantity) FROM {lineitem} WHERE"
    for (
      (filter, column) <- Seq("l_orderkey = 77" -> "l_orderkey", "l_partkey = 7" -> "l_partkey")
    ) {
      val plan = frame(s"$sql $filter", "lineitem" -> "/tpch/lineitem").queryExecution
      assertThat(plan.executedPlan.toString)
        .contains(s"dimension=$column of", "extents 1 of 8")
    }
  }

  /** Runs something while there is another file in a directory. */
  private def withFile(file: String, rows: Seq[String])(run: => Unit): Unit = {
    write(file, rows)
    try run
    finally cluster.fileSystem().delete(new Path(file), false)
  }

  @Test
  @Order(2)
  def aReplicaWithAnotherFileIsReadAsItIs(): Unit = partitioned {
    val changed = "/tpch/lineitem-by-l_partkey"
    withFile(s"$changed/more.csv", Seq("5000,7,3")) {
      val ours = byOrder.replace("{lineitem}", s"trident.`${url(changed)}`")
      session.spark.read
        .schema("l_orderkey long, l_partkey long, l_quantity int")
        .csv(url(changed))
        .createOrReplaceTempView("stock_changed")
      val stock = byOrder.replace("{lineitem}", "stock_changed")
      assertThat(SqlSession.rows(session.spark.sql(ours)).mkString("\n"))
        .isEqualTo(SqlSession.rows(session.spark.sql(stock)).mkString("\n"))
      for (named <- Seq("/tpch/lineitem", "/tpch/lineitem-by-l_orderkey")) {
        val plan = frame(join, "lineitem" -> named, "part" -> "/tpch/part").queryExecution
        assertThat(plan.executedPlan.toString).contains("dimension=l_orderkey of")
      }
    }
  }

  @Test
  @Order(2)
  def aReplicaThatCannotBeOpenedIsNotRead(): Unit = partitioned {
    val hdfs = cluster.fileSystem()
    val spec = new Path("/tpch/lineitem-by-l_orderkey", TablePaths.SPEC)
    val aside = spec.suffix(".aside")
    hdfs.rename(spec, aside)
    try
      withFile(spec.toString, Seq("{}")) {
        for (named <- Seq("/tpch/lineitem", "/tpch/lineitem-by-l_partkey")) {
          val plan = frame(byOrder, "lineitem" -> named).queryExecution
          assertThat(plan.executedPlan.toString).contains("dimension=l_partkey of")
        }
      }
    finally {
      hdfs.rename(aside, spec)
      ()
    }
  }

  @Test
  @Order(3)
  def aLostNodeIsRecoveredAndTheJoinNeedsNoShuffleAgain(): Unit = {
    val before = nodes("/tpch/part-by-p_partkey")
    cluster.loseDataNode(2)
    val deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5)
    while (lost("/tpch/lineitem") == 0 || lost("/tpch/part") == 0) {
      assertThat(System.nanoTime()).isLessThan(deadline)
      Thread.sleep(200)
    }
    for (source <- Seq("/tpch/part", "/tpch/lineitem")) {
      new ReplicaRecovery(conf, _ => ())
        .run(new Path(source), ReplicaRecovery.Collisions.IF_MOVED)
      assertThat(lost(source)).isZero()
      assertThat(new ReplicaRegistration(conf, _ => ()).verify(new Path(source)).problems).isEmpty()
    }
    val after = nodes("/tpch/part-by-p_partkey")
    assertThat(nodes("/tpch/lineitem-by-l_partkey").mkString(" "))
      .isEqualTo(after.mkString(" "))
    assertThat(before.zip(after).count { case (one, other) => one != other })
      .isEqualTo(2)
    assertThat(cluster.fileSystem().getMissingBlocksCount).isZero()
    partitioned {
      val joined = frame(join, "lineitem" -> "/tpch/lineitem", "part" -> "/tpch/part")
      assertThat(shuffles(joined)).isEqualTo(1)
    }
  }

  @Test
  @Order(4)
  def aReplicaThatIsLostIsReadAsAnother(): Unit = partitioned {
    val file = new Path("/tpch/lineitem-by-l_orderkey", "se0000-e03.csv")
    cluster.fileSystem().delete(file, false)

    val summed = frame(byOrder, "lineitem" -> "/tpch/lineitem-by-l_orderkey")

    assertThat(summed.queryExecution.executedPlan.toString).contains("dimension=l_partkey of")
  }

  @Test
  @Order(5)
  def aSourceThatWasChangedIsNotReadAsItsReplica(): Unit = {
    write("/tpch/part/2.csv", Seq("900,name900"))

    assertThatThrownBy(() => session.spark.sql(s"SELECT * FROM trident.`${url("/tpch/part")}`"))
      .hasStackTraceContaining("has other files than its replica")
  }
}

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
package org.apache.spark.scheduler.trident

import io.trident.core.storage.FileSegment
import io.trident.spark.tiers._
import io.trident.storage.StorageSchemes
import java.io.{DataInput, DataOutput}
import java.nio.file.{Files, Path}
import java.util.{Comparator, Properties}
import java.util.concurrent.{CountDownLatch, Semaphore}
import org.apache.hadoop.io.{LongWritable, Text, Writable}
import org.apache.hadoop.mapred.lib.{CombineTextInputFormat => OldCombineTextInputFormat}
import org.apache.hadoop.mapreduce.InputSplit
import org.apache.hadoop.mapreduce.lib.input.{CombineFileSplit, TextInputFormat}
import org.apache.spark.{HashPartitioner, JobArtifactSet, Partition, SparkContext, TaskContext}
import org.apache.spark.paths.SparkPath
import org.apache.spark.rdd.{NewHadoopPartition, RDD}
import org.apache.spark.resource.ResourceProfile
import org.apache.spark.scheduler._
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.read.InputPartition
import org.apache.spark.sql.execution.datasources.{FilePartition, FileScanRDD, PartitionedFile}
import org.apache.spark.sql.execution.datasources.v2.DataSourceRDDPartition
import org.apache.spark.sql.types.StructType
import org.assertj.core.api.Assertions.{assertThat, assertThatThrownBy}
import org.junit.jupiter.api._
import org.junit.jupiter.api.TestInstance.Lifecycle
import scala.collection.mutable
import scala.jdk.CollectionConverters._

/** What tasks read, by the RDDs of a real Spark that reads local files. */
@Timeout(120)
@TestInstance(Lifecycle.PER_CLASS)
class TaskSetInputsTest {
  private val Lines = 1000
  private val home = Path.of("target", "leaves").toAbsolutePath
  private var session: SparkSession = _
  private var sc: SparkContext = _

  @BeforeAll
  def start(): Unit = {
    if (Files.exists(home)) {
      Files.walk(home).sorted(Comparator.reverseOrder[Path]).forEach(Files.delete(_))
    }
    Files.createDirectories(home)
    session = SparkSession
      .builder()
      .master("local[1]")
      .config("spark.ui.enabled", "false")
      .config("spark.sql.shuffle.partitions", "3")
      .config("spark.sql.warehouse.dir", home.resolve("warehouse").toString)
      .getOrCreate()
    sc = session.sparkContext
    sc.setCheckpointDir(home.resolve("checkpoints").toUri.toString)
    Seq("a", "b", "with space", "per%20cent").foreach(write)
  }

  @AfterAll
  def stop(): Unit = session.stop()

  private def write(name: String): Unit =
    Files.writeString(home.resolve(name), (1 to Lines).map(i => f"$i%05d,x\n").mkString)

  private def uri(name: String) = "file:" + home.resolve(name)

  private def leaves(rdd: RDD[_], maxLeaves: Int = 1000): Seq[PartitionLeaves.Leaves] = {
    val read = TaskSetInputs.leavesOf(sc.dagScheduler, maxLeaves)
    rdd.partitions.indices.map(read.of(rdd, _))
  }

  private def segments(rdd: RDD[_]): Seq[Seq[FileSegment]] = leaves(rdd).map(_.segments)

  /** The parts, put together, are each file once and whole. */
  private def assertWhole(parts: Seq[FileSegment], names: String*): Unit = {
    val byPath = parts.groupBy(_.path)
    assertThat(byPath.keySet.asJava).isEqualTo(names.map(uri).toSet.asJava)
    byPath.foreach { case (path, of) =>
      val ends = of.sortBy(_.offset).foldLeft(0L) { (end, part) =>
        assertThat(part.offset).isEqualTo(end)
        end + part.length
      }
      assertThat(s"$path $ends").isEqualTo(s"$path ${Lines * 8L}")
    }
  }

  @Test
  def bothHadoopApis(): Unit = {
    val old = segments(sc.textFile(uri("a"), 3))
    assertThat(old.size).isEqualTo(3)
    assertWhole(old.flatten, "a")
    val newer = segments(
      sc.newAPIHadoopFile[LongWritable, Text, TextInputFormat](
        s"${uri("a")},${uri("with space")}"
      )
    )
    assertThat(newer.size).isEqualTo(2)
    assertWhole(newer.flatten, "a", "with space")
  }

  @Test
  def pathsWithGlobsSpacesAndPercentSigns(): Unit = {
    assertWhole(segments(sc.textFile(uri("*ce*"))).flatten, "with space", "per%20cent")
    val table = session.read.text(uri("*ce*")).rdd
    assertWhole(segments(table).flatten, "with space", "per%20cent")
  }

  @Test
  def splitsOfSeveralFiles(): Unit = {
    val whole = segments(sc.wholeTextFiles(uri("[ab]"), 1))
    assertThat(whole.size).isEqualTo(1)
    assertWhole(whole.head, "a", "b")
    val combined =
      segments(sc.hadoopFile[LongWritable, Text, OldCombineTextInputFormat](uri("[ab]")))
    assertWhole(combined.flatten, "a", "b")
  }

  @Test
  def fileSourcesOfBothVersions(): Unit = {
    val table = session.range(0, 1000, 1, 4).selectExpr("id", "cast(id as string) text")
    for (
      format <- Seq("parquet", "orc", "csv", "text");
      v1 <- Seq("csv,orc,parquet,text", "");
      splitBytes <- if (format == "csv") Seq(512, 1 << 20) else Seq(1 << 20)
    ) {
      val what = s"$format v1=$v1 $splitBytes"
      val path = home.resolve(format)
      val columns = if (format == "text") table.select("text") else table
      columns.write.mode("overwrite").format(format).save(path.toString)
      session.conf.set("spark.sql.sources.useV1SourceList", v1)
      session.conf.set("spark.sql.files.maxPartitionBytes", splitBytes.toLong)
      session.conf.set("spark.sql.files.openCostInBytes", 0L)
      try {
        val read = session.read.schema(columns.schema).format(format).load(path.toString)
        val parts = segments(read.filter("length(text) > 1").queryExecution.toRdd)
        val sizes = Files
          .list(path)
          .iterator
          .asScala
          .filter(_.getFileName.toString.startsWith("part-"))
          .map(file => ("file:" + file, Files.size(file)))
          .toMap
        assertThat(parts.flatten.groupMapReduce(_.path)(_.length)(_ + _).asJava)
          .as(what)
          .isEqualTo(sizes.asJava)
        if (splitBytes > 1000) {
          assertThat(s"$what ${parts.exists(_.size > 1)}").isEqualTo(s"$what true")
        }
      } finally {
        session.conf.unset("spark.sql.sources.useV1SourceList")
        session.conf.unset("spark.sql.files.maxPartitionBytes")
        session.conf.unset("spark.sql.files.openCostInBytes")
      }
    }
  }

  @Test
  def emptyFilesAndPartitionsHaveNothingToRead(): Unit = {
    Files.createDirectories(home.resolve("none"))
    Files.writeString(home.resolve("none").resolve("empty"), "")
    val empty = segments(sc.textFile(uri("none")))
    assertThat(empty.flatten.map(_.length).sum).isEqualTo(0L)
    assertThat(segments(sc.emptyRDD[Int]).isEmpty).isTrue
    assertThat(segments(sc.parallelize(1 to 3, 5)).forall(_.isEmpty)).isTrue
  }

  @Test
  def everyNarrowParentCounts(): Unit = {
    val a = sc.textFile(uri("a"), 2)
    val b = sc.textFile(uri("b"), 2)
    val mapped = a.map(_.length).filter(_ > 0).mapPartitions(identity)
    assertThat(segments(mapped).asJava).isEqualTo(segments(a).asJava)

    val zipped = segments(a.zip(b))
    assertThat(zipped.map(_.size).asJava).isEqualTo(Seq(2, 2).asJava)
    assertWhole(zipped.flatten, "a", "b")

    val united = segments(a.union(b).map(identity))
    assertThat(united.map(_.size).asJava).isEqualTo(Seq(1, 1, 1, 1).asJava)
    assertThat(united.asJava).isEqualTo((segments(a) ++ segments(b)).asJava)

    assertWhole(segments(a.union(b).coalesce(1)).head, "a", "b")
    assertThat(segments(a.cartesian(b)).map(_.size).asJava).isEqualTo(Seq(2, 2, 2, 2).asJava)
    assertThat(segments(a.zip(a)).map(_.size).asJava)
      .as("read once, it counts once")
      .isEqualTo(Seq(1, 1).asJava)
  }

  @Test
  def whatIsBehindAShuffleDoesNotCount(): Unit = {
    val pairs = sc.textFile(uri("a"), 2).map(line => (line.head, line))
    assertThat(
      leaves(pairs.reduceByKey(_ + _, 3)).forall(_ == PartitionLeaves.Leaves(Nil, Nil))
    ).isTrue
    val keyed = pairs.partitionBy(new HashPartitioner(2))
    assertThat(segments(keyed.join(keyed)).forall(_.isEmpty)).isTrue
    val mixed = sc.textFile(uri("b"), 3).zipPartitions(pairs.reduceByKey(_ + _, 3))((l, _) => l)
    assertWhole(segments(mixed).flatten, "b")
    assertThat(
      segments(session.read.text(uri("a")).groupBy("value").count().queryExecution.toRdd)
        .forall(_.isEmpty)
    ).isTrue
  }

  @Test
  def aCachedPartitionIsReadInsteadOfItsFiles(): Unit = {
    val lines = sc.textFile(uri("a"), 2).map(_.length).cache()
    val result = lines.filter(_ > 0)
    assertWhole(segments(result).flatten, "a")
    sc.runJob(lines, (rows: Iterator[Int]) => rows.size, Seq(1))
    sc.runJob(sc.parallelize(Seq(1)), (rows: Iterator[Int]) => rows.size) // a job forgets locations
    val found = leaves(result)
    assertThat(found(0).segments.size).isEqualTo(1)
    assertThat(found(0).cached.isEmpty).isTrue
    assertThat(found(1).segments.isEmpty).isTrue
    assertThat(found(1).cached.flatMap(_.holders).map(_.executor).asJava)
      .isEqualTo(Seq("driver").asJava)
    lines.unpersist(blocking = true)
  }

  @Test
  def aCheckpointIsReadInsteadOfWhatItCameFrom(): Unit = {
    val lines = sc.textFile(uri("a"), 2).map(_.length)
    lines.checkpoint()
    lines.count()
    val read = segments(lines.map(_ + 1)).map(_.map(_.path))
    assertThat(read.map(_.size).asJava).isEqualTo(Seq(1, 1).asJava)
    read.flatten.foreach { path =>
      assertThat(path).contains("checkpoints", "part-0000")
      assertThat(Path.of(java.net.URI.create(path))).exists()
    }
  }

  @Test
  def tiersMakeNoDifferenceWithoutHdfsAndWithoutAChoice(): Unit = {
    val local = sc.textFile(uri("a"), 2)
    val counted = local.map(line => line.length -> 1).reduceByKey(_ + _, 3)
    val frame = session.range(0, 10, 1, 2).cache()
    frame.count()
    val none = Seq[RDD[_]](
      sc.parallelize(1 to 10, 5),
      local,
      local.union(sc.parallelize(Seq("x"))),
      counted.mapValues(_ + 1),
      session.read.text(uri("a")).queryExecution.toRdd,
      frame.queryExecution.toRdd,
      sc.emptyRDD[Int],
      frame.queryExecution.toRdd.union(frame.queryExecution.toRdd)
    )
    none.foreach(rdd => assertThat(mayGain(rdd)).as(rdd.toDebugString).isFalse)
    frame.unpersist(blocking = true)
    ()
  }

  @Test
  def nothingIsLookedUpThatCannotHaveTiers(): Unit = {
    val evicted = sc.textFile(uri("a"), 2).map(_.length).cache()
    sc.runJob(evicted, (rows: Iterator[Int]) => rows.size, Seq(1))
    val checkpointed = sc.parallelize(1 to 10, 2)
    checkpointed.checkpoint()
    checkpointed.count()
    val kept = sc.parallelize(1 to 10, 2).localCheckpoint()
    kept.count()
    val none = Seq[RDD[_]](
      evicted.filter(_ > 0),
      checkpointed.map(_ + 1),
      kept.map(_ + 1),
      of(new DataSourceRDDPartition(0, Some(new InputPartition {}))), // of a database, or Kafka
      of(new DataSourceRDDPartition(0, Some(FilePartition(0, Array(file("file:/f")))))),
      of(new NewHadoopPartition(1, 0, new TaskSetInputsTest.Rows)),
      sc.wholeTextFiles(uri("[ab]"), 1)
    )
    none.foreach(rdd => assertThat(mayGain(rdd)).as(rdd.toDebugString).isFalse)
    val some = Seq[RDD[_]](
      of(new DataSourceRDDPartition(0, Some(FilePartition(0, Array(file("hdfs://nn/f")))))),
      of(new NewHadoopPartition(1, 0, combined("hdfs://nn/f")))
    )
    some.foreach(rdd => assertThat(mayGain(rdd)).as(rdd.toString).isTrue)
    val onHdfs = scan(2, _ => "hdfs://nn/f").map(_ => 1).cache()
    assertThat(survey(_ => Seq(Seq("one"), Nil)).mayGain(onHdfs)).as("partly evicted").isTrue
    assertThat(survey(_ => Seq(Seq("one"), Seq("one"))).mayGain(onHdfs)).isFalse
    evicted.unpersist(blocking = true)
    ()
  }

  @Test
  def aLargeRddIsLookedAtOnce(): Unit = {
    val asked = mutable.ArrayBuffer.empty[Int]
    val survey = new StageSurvey(_ => Nil, rdd => { asked += rdd.id; false })
    val (large, small) = (scan(100, _ => "file:/f"), scan(99, _ => "file:/f"))
    for (_ <- 1 to 3; rdd <- Seq(large.map(identity), small)) {
      assertThat(survey.mayGain(rdd)).isFalse
    }
    assertThat(asked.count(_ == large.id)).isEqualTo(1)
    assertThat(asked.count(_ == small.id)).isEqualTo(3)
  }

  private def survey(holders: RDD[_] => Seq[Seq[_]]) = new StageSurvey(holders, _ => true)

  private def of(partition: Partition): RDD[Int] = new TaskSetInputsTest.OnePartition(sc, partition)

  private def file(path: String) =
    PartitionedFile(InternalRow.empty, SparkPath.fromPathString(path), 0, 1)

  private def combined(path: String) =
    new CombineFileSplit(Array(new org.apache.hadoop.fs.Path(path)), Array(1L))

  @Test
  def tiersMayMakeADifferenceOnHdfsOrWhereOneOfSeveralExecutorsCanBeChosen(): Unit = {
    val local = sc.textFile(uri("a"), 2)
    val onHdfs = scan(4, i => if (i == 3) "hdfs://nn:8020/f" else "file:/f")
    val held = sc.parallelize(1 to 10, 2).cache()
    held.count()
    sc.runJob(sc.parallelize(Seq(1)), (rows: Iterator[Int]) => rows.size) // forgets locations
    val some = Seq[RDD[_]](
      onHdfs,
      onHdfs.map(identity).filter(_ => true),
      onHdfs.union(scan(1, _ => "file:/f")),
      local.zipPartitions(scan(2, _ => "viewfs://c/f"))((l, _) => l),
      onHdfs.map(_ => 1).cache(), // nobody holds it yet
      held.coalesce(1) // a task reads two of them
    )
    some.foreach(rdd => assertThat(mayGain(rdd)).as(rdd.toString).isTrue)
    assertThat(mayGain(held.map(_ + 1))).isFalse
    assertThat(mayGain(scan(1, _ => "nobodyknows://nn/f"))).as("no storage serves it").isFalse
    held.unpersist(blocking = true)
    ()
  }

  @Test
  def aHundredThousandPartitionsThatAreNotOnHdfsTakeMilliseconds(): Unit = {
    val rdd = scan(100000, i => s"file:/table/part-$i")
    rdd.partitions
    val start = System.nanoTime()
    assertThat(mayGain(rdd.map(identity))).isFalse
    val millis = (System.nanoTime() - start) / 1000000
    println(s"100,000 partitions surveyed: $millis ms")
    assertThat(millis).isLessThan(3000L)
  }

  private def mayGain(rdd: RDD[_]): Boolean =
    TaskSetInputs.survey(sc.dagScheduler, new StorageSchemes(sc.hadoopConfiguration)).mayGain(rdd)

  private def scan(partitions: Int, path: Int => String): RDD[InternalRow] = {
    val made = (0 until partitions).map { i =>
      val file =
        PartitionedFile(InternalRow.empty, SparkPath.fromPathString(path(i)), 0, 1)
      FilePartition(i, Array(file))
    }
    new FileScanRDD(session, _ => Iterator.empty, made, new StructType)
  }

  @Test
  def workIsBounded(): Unit = {
    val bounded = TaskSetInputs.leavesOf(sc.dagScheduler, 3)
    val rdd = sc.textFile(uri("a"), 5)
    val found = rdd.partitions.indices.map(bounded.of(rdd, _).segments.size)
    assertThat(found.asJava).isEqualTo(Seq(1, 1, 1, 0, 0).asJava)
    assertThat(bounded.exhausted).isTrue
    val deep = (1 to 100).foldLeft(rdd.union(rdd))((union, _) => union.union(rdd.map(identity)))
    val few = TaskSetInputs.leavesOf(sc.dagScheduler, 10)
    assertThat(few.of(deep, 0).segments.size).isEqualTo(1)
  }

  @Test
  def stagesOfAHundredThousandPartitionsTakeMilliseconds(): Unit = {
    val partitions = (0 until 100000).map { i =>
      val file = PartitionedFile(
        InternalRow.empty,
        SparkPath.fromPathString(f"hdfs://nn:8020/table/day=2026-11-${i % 30}%02d/part-$i%06d"),
        0,
        128L << 20
      )
      FilePartition(i, Array(file))
    }
    val rdd = new FileScanRDD(session, _ => Iterator.empty, partitions, new StructType)
    val stage = rdd.map(identity).mapPartitions(identity).filter(_ => true)
    stage.partitions // Spark itself has asked for them by then
    val read = TaskSetInputs.leavesOf(sc.dagScheduler, 1000000)
    val start = System.nanoTime()
    val found = (0 until 100000).map(read.of(stage, _).segments)
    val millis = (System.nanoTime() - start) / 1000000
    assertThat(found.forall(_.size == 1)).isTrue
    assertThat(found(7).head)
      .isEqualTo(new FileSegment("hdfs://nn:8020/table/day=2026-11-07/part-000007", 0, 128L << 20))
    println(s"100,000 partitions: $millis ms")
    assertThat(millis).isLessThan(10000L)
  }

  @Test
  def whatTheTasksOfARunningStageReadAndPreferIsKnown(): Unit = {
    val rdd = sc.textFile(uri("a"), 2).map(_.length)
    val places = Seq(
      TaskLocation("h1"),
      TaskLocation("hdfs_cache_h2"),
      TaskLocation("executor_h3_7")
    )
    val expected = Seq(OnHost("h1"), InHdfsCache("h2"), InExecutor("h3", "7"))
    TaskSetInputsTest.whileRunning(sc, rdd) { stage =>
      val inputs = inputsOf(taskSet(stage, Seq(1, 0), places))
      assertThat(inputs.stage).isEqualTo(stage)
      assertThat(inputs.tasks.map(_.segments).asJava)
        .isEqualTo(segments(rdd).reverse.asJava)
      inputs.tasks.foreach(task => assertThat(task.preferred.asJava).isEqualTo(expected.asJava))
    }
  }

  @Test
  def aStageThatIsGoneOrWhoseInputsFailKeepsItsPreferredPlaces(): Unit = {
    val places = Seq(TaskLocation("h1"))
    val gone = inputsOf(taskSet(-1, Seq(0), places))
    assertThat(gone.tasks.asJava)
      .isEqualTo(Seq(TaskInput(Nil, Nil, Seq(OnHost("h1")))).asJava)
    val rdd = sc.textFile(uri("a"), 2)
    assertThatThrownBy(() => {
      leaves(rdd)
      TaskSetInputs.leavesOf(sc.dagScheduler, 10).of(rdd, 99)
      ()
    }).isInstanceOf(classOf[ArrayIndexOutOfBoundsException])
    TaskSetInputsTest.whileRunning(sc, rdd) { stage =>
      val inputs = inputsOf(taskSet(stage, Seq(99, 0), places))
      assertThat(inputs.tasks(0)).isEqualTo(TaskInput(Nil, Nil, Seq(OnHost("h1"))))
      assertThat(inputs.tasks(1).segments.size).isEqualTo(1)
    }
  }

  private def inputsOf(set: TaskSet) =
    TaskSetInputs.of(set, sc.dagScheduler.stageIdToStage.get(set.stageId), sc.dagScheduler, 10)

  private def taskSet(stage: Int, partitions: Seq[Int], places: Seq[TaskLocation]) =
    new TaskSet(
      partitions.map(new TaskSetInputsTest.Idle(stage, _, places): Task[_]).toArray,
      stage,
      0,
      0,
      null,
      ResourceProfile.DEFAULT_RESOURCE_PROFILE_ID,
      None
    )
}

object TaskSetInputsTest {

  /** A split that is not of files. */
  final class Rows extends InputSplit with Writable {
    override def getLength: Long = 1
    override def getLocations: Array[String] = Array.empty
    override def write(out: DataOutput): Unit = ()
    override def readFields(in: DataInput): Unit = ()
  }

  private final class OnePartition(sc: SparkContext, partition: Partition)
      extends RDD[Int](sc, Nil) {
    override protected def getPartitions: Array[Partition] = Array(partition)
    override def compute(split: Partition, context: TaskContext): Iterator[Int] = Iterator.empty
  }

  private val mayEnd = new Semaphore(0)

  /** Calls `body` with the identifier of a stage of `rdd` while its first task runs. */
  private def whileRunning(sc: SparkContext, rdd: RDD[_])(body: Int => Unit): Unit = {
    val began = new CountDownLatch(1)
    @volatile var stage = -1
    val listener = new SparkListener {
      override def onTaskStart(start: SparkListenerTaskStart): Unit = {
        stage = start.stageId
        began.countDown()
      }
    }
    sc.addSparkListener(listener)
    val job = new Thread(() => rdd.foreachPartition(_ => mayEnd.acquire()))
    job.start()
    try {
      began.await()
      body(stage)
    } finally {
      mayEnd.release(rdd.partitions.length)
      job.join()
      sc.removeSparkListener(listener)
    }
  }

  /** A task that is never run. */
  private class Idle(stage: Int, partition: Int, places: Seq[TaskLocation])
      extends Task[Int](
        stage,
        0,
        partition,
        1,
        JobArtifactSet.emptyJobArtifactSet,
        new Properties,
        Array.emptyByteArray
      ) {
    override def runTask(context: TaskContext): Int = 0
    override def preferredLocations: Seq[TaskLocation] = places
  }
}

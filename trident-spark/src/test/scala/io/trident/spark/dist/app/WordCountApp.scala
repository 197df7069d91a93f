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
package io.trident.spark.dist.app

import java.nio.charset.StandardCharsets.UTF_8

import org.apache.hadoop.fs.Path
import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.functions.{col, explode, split}

/** A user's application: counts words by RDD and by SQL, and writes what came out and which
  * scheduler did it to a file. It knows nothing of Trident.
  */
object WordCountApp {

  /** Arguments: the directory to read, the file to write, and optionally for how many milliseconds
    * each task of the first stage holds its slot.
    */
  def main(arguments: Array[String]): Unit = {
    val input = arguments(0)
    val output = arguments(1)
    val millis = arguments.lift(2).fold(0L)(_.toLong)
    val spark = SparkSession.builder().appName("words").getOrCreate()
    try {
      val sc = spark.sparkContext
      val lines = sc.textFile(input).mapPartitions { partition =>
        Thread.sleep(millis)
        partition
      }
      val byRdd = lines.flatMap(_.split(" ")).map(_ -> 1).reduceByKey(_ + _, 4).collect()
      val words = spark.read.text(input).select(explode(split(col("value"), " ")).as("word"))
      val bySql = words.groupBy("word").count().collect().map(r => r.getString(0) -> r.getLong(1))
      val report = Seq(
        s"scheduler ${scheduler(sc)}",
        s"rdd ${text(byRdd.map { case (w, n) => w -> n.toLong })}",
        s"sql ${text(bySql)}"
      )
      val path = new Path(output)
      val out = path.getFileSystem(sc.hadoopConfiguration).create(path)
      try out.write(report.mkString("", "\n", "\n").getBytes(UTF_8))
      finally out.close()
    } finally spark.stop()
  }

  private def text(counts: Array[(String, Long)]) =
    counts.sorted.map { case (word, count) => s"$word=$count" }.mkString(",")

  /** The context keeps it to itself, in Scala's sense only. */
  private def scheduler(sc: SparkContext) =
    sc.getClass.getMethod("taskScheduler").invoke(sc).getClass.getName
}

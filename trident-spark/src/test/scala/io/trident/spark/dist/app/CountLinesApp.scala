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

import org.apache.spark.sql.SparkSession

/** A user's application: counts the lines of a directory in at least as many partitions as are
  * asked for, and prints the count, the partitions, how long it took, and the driver's processor
  * time.
  */
object CountLinesApp {

  /** Arguments: the directory to read, and how many partitions. */
  def main(arguments: Array[String]): Unit = {
    val spark = SparkSession.builder().appName("lines").getOrCreate()
    try {
      val lines = spark.sparkContext.textFile(arguments(0), arguments(1).toInt)
      val partitions = lines.getNumPartitions
      val (start, cpuStart) = (System.nanoTime(), cpuMillis)
      val count = lines.count()
      println(s"COUNTED $count lines in $partitions partitions")
      println(f"SECONDS ${(System.nanoTime() - start) / 1e9}%.1f")
      println(f"DRIVER CPU ${(cpuMillis - cpuStart) / 1e3}%.1f")
    } finally spark.stop()
  }

  private def cpuMillis: Long =
    ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis
}

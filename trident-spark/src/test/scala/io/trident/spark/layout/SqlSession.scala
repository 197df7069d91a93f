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

import java.nio.file.Files
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{DataFrame, Row, SparkSession}

/** Spark in this process, for tests of one class. */
final class SqlSession extends AutoCloseable {
  private val directory = Files.createTempDirectory("trident-tables")
  private var tables = 0

  val spark: SparkSession = SparkSession
    .builder()
    .master("local[2]")
    .appName("layout")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.shuffle.partitions", "3")
    .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toString)
    .config("spark.sql.catalog.trident", classOf[TridentCatalog].getName)
    .config("spark.sql.catalog.trident.warehouse", directory.toString)
    .config("spark.sql.extensions", classOf[TridentExtensions].getName)
    .getOrCreate()

  /** A directory that is not there yet. */
  def newDirectory(): Path = {
    tables += 1
    new Path(directory.toUri.toString, s"t$tables")
  }

  def load(table: WrittenTable, options: (String, String)*): DataFrame =
    spark.read.format("trident").options(options.toMap).load(table.path)

  /** Runs something with other settings. */
  def withConf[A](settings: (String, String)*)(run: => A): A = {
    val before = settings.map { case (key, _) => key -> spark.conf.getOption(key) }
    settings.foreach { case (key, value) => spark.conf.set(key, value) }
    try run
    finally
      before.foreach {
        case (key, Some(value)) => spark.conf.set(key, value)
        case (key, None)        => spark.conf.unset(key)
      }
  }

  override def close(): Unit = {
    spark.stop()
    val root = new Path(directory.toUri)
    root.getFileSystem(new org.apache.hadoop.conf.Configuration).delete(root, true)
    ()
  }
}

object SqlSession {

  /** Rows in an order that does not depend on where they are. */
  def rows(frame: DataFrame): Seq[String] = frame.collect().toSeq.map(text).sorted

  private def text(row: Row): String = row.toSeq
    .map {
      case null           => "null"
      case number: Double => java.lang.Double.doubleToLongBits(number).toString
      case text: String   => s"'$text'"
      case inner: Row     => text(inner)
      case other          => other.toString
    }
    .mkString("|")
}

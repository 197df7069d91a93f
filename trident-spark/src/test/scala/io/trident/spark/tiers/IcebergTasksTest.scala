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
package io.trident.spark.tiers

import org.apache.spark.sql.connector.read.InputPartition
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

/** Classes of the shape that Iceberg's have; they are no more public than those. */
class IcebergTasksTest {
  private class NewFile(name: String) { def location(): String = name }
  private class OldFile(name: String) { def path(): CharSequence = new StringBuilder(name) }
  private class BrokenFile { def location(): String = throw new IllegalStateException("asked") }
  private class ScanTask(of: AnyRef, from: Long, bytes: Long) {
    def file(): AnyRef = of
    def start(): Long = from
    def length(): Long = bytes
  }
  private class Group(all: AnyRef*) {
    def tasks(): java.util.Collection[AnyRef] = all.asJavaCollection
  }
  private class SparkInputPartition(group: AnyRef) extends InputPartition {
    def taskGroup(): AnyRef = group
  }
  private class Other extends InputPartition

  @Test
  def eachTaskOfTheGroupIsAPartOfAFile(): Unit = {
    val partition = new SparkInputPartition(
      new Group(
        new ScanTask(new NewFile("hdfs://nn/a b"), 0, 10),
        new ScanTask(new OldFile("hdfs://nn/c"), 4, 5)
      )
    )
    assertThat(IcebergTasks.of(partition).asJava).isEqualTo(
      Seq(IcebergTasks.Part("hdfs://nn/a b", 0, 10), IcebergTasks.Part("hdfs://nn/c", 4, 5)).asJava
    )
  }

  @Test
  def theFirstFileIsKnownWithoutALookAtTheOthers(): Unit = {
    val broken = new ScanTask(new BrokenFile, 0, 1)
    val partition =
      new SparkInputPartition(new Group(new ScanTask(new NewFile("hdfs://nn/a"), 0, 1), broken))
    assertThat(FileSegments.firstPath(partition)).isEqualTo(Some("hdfs://nn/a"))
    assertThat(FileSegments.firstPath(new Other)).isEqualTo(None)
  }

  @Test
  def whatHasAnotherShapeHasNoFiles(): Unit = {
    val failing = new InputPartition {
      def taskGroup(): AnyRef = throw new IllegalStateException("no")
    }
    Seq(
      new Other,
      failing,
      new SparkInputPartition(null),
      new SparkInputPartition("text"),
      new SparkInputPartition(new Group()),
      new SparkInputPartition(new Group("text")),
      new SparkInputPartition(new Group(new ScanTask(null, 0, 1)))
    ).foreach(partition => assertThat(IcebergTasks.of(partition).isEmpty).isTrue)
  }
}

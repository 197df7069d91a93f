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

import io.trident.core.layout.DataExtent
import java.util.Random
import org.apache.hadoop.fs.{FileStatus, LocatedFileStatus}
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

class TableReadsTest {
  private def read(ranges: Seq[ByteRange]) = {
    val file =
      new LocatedFileStatus(new FileStatus, Array.empty[org.apache.hadoop.fs.BlockLocation])
    ExtentRead(0, new DataExtent(0, 0), 1, file, ranges, isAsWritten = true)
  }

  private def bytes(ranges: Seq[ByteRange]): Set[Long] =
    ranges.flatMap(range => range.offset until range.end).toSet

  @Test
  def rangesAreJoinedIfAtMostAGapIsBetweenThem(): Unit = {
    val random = new Random(11)
    for (_ <- 0 until 500) {
      val gap = random.nextInt(6).toLong
      val cuts = Seq.fill(2 * random.nextInt(8))(random.nextInt(60).toLong).distinct.sorted
      val ranges = cuts.grouped(2).collect { case Seq(a, b) => ByteRange(a, b - a) }.toSeq
      val joined = read(ranges).joined(gap)
      val present = bytes(ranges)
      val between = (0L until 60L).filter { byte =>
        val before = present.filter(_ < byte)
        val after = present.filter(_ > byte)
        before.nonEmpty && after.nonEmpty && after.min - before.max - 1 <= gap
      }
      assertThat(bytes(joined).asJava).isEqualTo((present ++ between).asJava)
      val gaps = joined.zip(joined.drop(1)).map { case (one, next) => next.offset - one.end }
      assertThat(gaps.forall(_ > gap)).isTrue()
    }
  }

  @Test
  def aFileIsParsedAgainIfItIsAnotherOne(): Unit = {
    val files = new ParsedFiles[String]
    assertThat(files.get("a", 1)("one")).isEqualTo("one")
    assertThat(files.get("a", 1)("not asked for")).isEqualTo("one")
    assertThat(files.get("b", 1)("other")).isEqualTo("other")
    assertThat(files.get("a", 2)("two")).isEqualTo("two")
  }
}

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

import io.trident.core.layout.slice.Slice
import java.io.IOException
import java.net.URI
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.assertj.core.api.Assertions.{assertThat, assertThatThrownBy}
import org.junit.jupiter.api.Test

class SlicedFileTest {
  @Test
  def aPathHasAllOfASlice(): Unit = {
    val digest = SlicedFile.digest("spec")
    for (extent <- Seq("hdfs://nn:8020/t/_trident/se0000/d1/e03.csv", "file:/t%20%C3%BC/a+b?c#d")) {
      val of = SlicedExtent(URI.create(extent), 1L << 40)
      for (ahead <- 0 to 3) {
        val next =
          Seq.tabulate(ahead)(i => SlicedExtent(URI.create(s"hdfs:/t/se000$i-e03.csv"), i.toLong))
        val file = SlicedFile(digest, of, 2, new Slice(7, 100), 16, next)
        assertThat(SlicedFile.of(file.path)).isEqualTo(file)
        assertThat(SlicedFile.of(new Path(file.path.toUri.toString))).isEqualTo(file)
      }
    }
  }

  @Test
  def anotherPathIsRefused(): Unit =
    for (
      path <- Seq(
        "/",
        "/1/2",
        "/1/8/9/1/10/YQ",
        "/a/8/1/1/10/YQ",
        "/1/8/1/1/10/%25",
        "/1/8/1/1/10"
      ) ++
        Seq("/1/8/1/1", "/1/8/1/1/10/YQ/10", "/1/8/1/1/10/YQ/10/YQ/10")
    ) {
      assertThatThrownBy(() => {
        SlicedFile.of(new Path(SlicedFile.Scheme, "x", path))
        ()
      }).isInstanceOf(classOf[IOException])
    }

  @Test
  def ofATableThatIsNotKnownNothingIsRead(): Unit = {
    val conf = new Configuration
    SlicedFile.settings("{}").foreach { case (key, value) => conf.set(key, value) }
    assertThatThrownBy(() => {
      new Path(SlicedFile.Scheme, "other", "/").getFileSystem(conf)
      ()
    }).hasMessageContaining("Nothing is known of the table")
  }
}

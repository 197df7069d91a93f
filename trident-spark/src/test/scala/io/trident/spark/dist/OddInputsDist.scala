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

import java.nio.file.Files

import org.apache.hadoop.fs.Path
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{BeforeEach, Test, Timeout}

/** Inputs that are odd, but legal: the answers are those that Spark gives. */
@Timeout(600)
class OddInputsDist {

  @BeforeEach
  def distribution(): Unit = SparkDistribution.assumePresent()

  @Test
  def oddInputs(): Unit = {
    val dir = TieredInput.directory
    val local = Files.createDirectory(SparkDistribution.emptyDirectory("local").resolve("a b"))
    Files.writeString(local.resolve("one.txt"), "1\n2\n3\n")
    val empty = new Path(dir.getParent, "empty files")
    (1 to 3).foreach(i => TieredInput.fileSystem.create(new Path(empty, s"$i.txt")).close())
    val lines = TieredInput.lines
    val perFile = lines / TieredInput.FileCount
    val cases = Seq(
      (
        "glob",
        s"""sc.textFile("${dir.getParent}/some w*s/part-0{1,2}.txt").count()""",
        2 * perFile
      ),
      ("frame of a glob", s"""spark.read.text("$dir/part-1[01].txt").count()""", 2 * perFile),
      ("local files", s"""sc.textFile("file:$local").count()""", 3),
      (
        "two systems",
        s"""sc.textFile("file:$local").union(sc.textFile("$dir")).count()""",
        lines + 3
      ),
      ("no files", "sc.parallelize(1 to 10, 200).filter(_ > 10).count()", 0),
      ("empty files", s"""sc.textFile("$empty").count()""", 0),
      ("many partitions", s"""sc.textFile("$dir", 2000).count()""", lines),
      ("many parents", s"""sc.union(Seq.fill(9)(sc.textFile("$dir"))).count()""", 9 * lines),
      ("several files a task", s"""spark.read.text("$dir").coalesce(2).count()""", lines),
      ("cached", s"""{ val r = sc.textFile("$dir").cache(); r.count() + r.count() }""", 2 * lines),
      ("zipped", s"""{ val r = sc.textFile("$dir"); r.zip(r.map(_.length)).count() }""", lines),
      ("missing", s"""scala.util.Try(sc.textFile("$dir/none").count()).getOrElse(-1)""", -1)
    )
    val application = UserApplication.on(StandaloneCluster.shared)
    val ended = SparkDistribution.run(
      "spark-shell",
      application.options,
      cases.map { case (name, code, _) => s"""println("ANS" + "WER $name: " + $code)\n""" }.mkString
        + ":quit\n",
      application.environment
    )
    ended.requireSuccess()
    val answers = cases.map { case (name, _, _) => name -> ended.line(s"ANSWER $name: ") }
    assertThat(answers.mkString("\n"))
      .isEqualTo(cases.map { case (name, _, answer) => name -> answer.toString }.mkString("\n"))
  }
}

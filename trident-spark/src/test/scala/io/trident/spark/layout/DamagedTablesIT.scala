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
import io.trident.core.layout.value.Value
import io.trident.layout.table.{DimensionSpec, TablePaths}
import java.nio.charset.StandardCharsets.UTF_8
import org.apache.hadoop.fs.Path
import org.assertj.core.api.Assertions.{assertThat, assertThatThrownBy}
import org.junit.jupiter.api.{AfterAll, Tag, Test, TestInstance}
import scala.jdk.CollectionConverters._

/** Tables of which something is missing or changed are read as far as they are whole. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class DamagedTablesIT {
  private val session = new SqlSession

  @AfterAll
  def close(): Unit = session.close()

  private def row(n: Int) = s"$n,${n * 7 % 40}"

  private def table(): WrittenTable = {
    val spec = WrittenTable.spec(
      WrittenTable.schema("a int, b int"),
      Seq("a", "b").map { name =>
        DimensionSpec.byRange(name, Seq(10, 20, 30).map(Value.ofInt).asJava)
      },
      "csv"
    )
    val rows = (0 until 40).map(row(_).getBytes(UTF_8))
    WrittenTable.write(session.newDirectory(), spec, rows.grouped(20).map(4 -> _).toSeq)
  }

  private def assertHasAllRows(table: WrittenTable): Unit = {
    val all = (0 until 40).map(row(_).replace(',', '|')).sorted.mkString("\n")
    assertThat(SqlSession.rows(session.load(table)).mkString("\n")).isEqualTo(all)
    for (condition <- Seq("a = 17", "b = 11", "a BETWEEN 5 AND 25", "b > 35 OR b < 3")) {
      assertThat(SqlSession.rows(session.load(table).where(condition)).mkString("\n"))
        .as(condition)
        .isEqualTo(
          SqlSession
            .rows(
              session
                .load(table)
                .select("a", "b")
                .filter(r =>
                  (r.getInt(0), r.getInt(1)) match {
                    case (a, b) =>
                      condition match {
                        case "a = 17"             => a == 17
                        case "b = 11"             => b == 11
                        case "a BETWEEN 5 AND 25" => a >= 5 && a <= 25
                        case _                    => b > 35 || b < 3
                      }
                  }
                )
            )
            .mkString("\n")
        )
    }
  }

  private def plan(table: WrittenTable, condition: String): String =
    session.load(table).where(condition).queryExecution.executedPlan.toString

  @Test
  def theFilterChoosesTheDimensionAndExplainShowsIt(): Unit = {
    val whole = table()
    assertHasAllRows(whole)
    assertThat(plan(whole, "b = 11"))
      .contains("trident dimension=b of a,b, super-extents 2 of 2, extents 2 of 8, bytes ")
      .contains("because the costs are a ")
    assertThat(plan(whole, "a = 3"))
      .contains("trident dimension=a of a,b, super-extents 1 of 2, extents 1 of 8, bytes ")
    assertThat(plan(whole, "a = 99")).contains("dimension=none of a,b, super-extents 0 of 2")
  }

  @Test
  def anExtentThatIsMissingIsReadInAnotherDimension(): Unit =
    for (dimension <- 0 to 1) {
      val damaged = table()
      damaged.delete(damaged.file(1, new DataExtent(dimension, 1)))
      assertHasAllRows(damaged)
    }

  @Test
  def aDimensionThatIsMissingIsReadInAnother(): Unit = {
    val damaged = table()
    damaged.delete(damaged.file(0, new DataExtent(1, 1)).getParent)
    assertHasAllRows(damaged)
    assertThat(plan(damaged, "b = 11")).contains("dimension=a (1)+b (1)")
  }

  @Test
  def anExtentOfAnotherLengthIsNotRead(): Unit = {
    val damaged = table()
    damaged.replace(damaged.file(0, new DataExtent(1, 1)), "1,11\n".getBytes(UTF_8))
    assertHasAllRows(damaged)
  }

  @Test
  def aSuperExtentWithoutAManifestIsReadFromItsVisibleFiles(): Unit = {
    for (garbage <- Seq("", "garbage", "TRLM" + "\u0000" * 40)) {
      val damaged = table()
      damaged.replace(damaged.manifestFile(1), garbage.getBytes(UTF_8))
      assertHasAllRows(damaged)
      assertThat(plan(damaged, "a = 3")).contains("whole files 4")
    }
    val damaged = table()
    damaged.delete(damaged.manifestFile(0).getParent)
    assertHasAllRows(damaged)
  }

  @Test
  def aManifestOfAnotherSuperExtentIsNotUsed(): Unit = {
    val damaged = table()
    val other = damaged.manifestFile(0)
    val fileSystem = other.getFileSystem(session.spark.sparkContext.hadoopConfiguration)
    val in = fileSystem.open(other)
    val bytes =
      try in.readAllBytes()
      finally in.close()
    damaged.replace(damaged.manifestFile(1), bytes)
    assertHasAllRows(damaged)
  }

  @Test
  def aFileThatWasAddedIsReadToo(): Unit = {
    val more = table()
    more.delete(more.file(1, new DataExtent(0, 0)).getParent.suffix("/none"))
    more.replace(new Path(more.root, "more.csv"), "99,98\n".getBytes(UTF_8))
    more.replace(new Path(more.root, "_hidden.csv"), "1,1\n".getBytes(UTF_8))
    assertThat(SqlSession.rows(session.load(more).where("a > 50")).mkString).isEqualTo("99|98")
    assertThat(session.load(more).count()).isEqualTo(41L)
  }

  @Test
  def filesThatAreNamedAlmostAsExtentsAreReadToo(): Unit = {
    val more = table()
    Seq(
      "se0000-e01.csv.bak", // another extension
      "se0000-e01", // none
      "se0000-e04.csv", // beyond the extents that the super-extent has
      "se00000-e01.csv", // numbers that are written in another way
      "se0000-e001.csv",
      "se99999999999999999999-e01.csv", // more than there can be
      "se0007-e01.csv" // a super-extent that there is not
    ).zipWithIndex.foreach { case (name, n) =>
      more.replace(new Path(more.root, name), s"${n + 90},98\n".getBytes(UTF_8))
    }
    val stock = session.spark.read.schema("a int, b int").csv(more.root.toString)
    for (condition <- Seq("true", "a > 91", "b = 98", "b BETWEEN 5 AND 25")) {
      assertThat(SqlSession.rows(session.load(more).where(condition)).mkString("\n"))
        .as(condition)
        .isEqualTo(SqlSession.rows(stock.where(condition)).mkString("\n"))
    }
  }

  @Test
  def aSuperExtentWhoseVisibleFilesWereReplacedHasOnlyTheNewRows(): Unit = {
    val overwritten = table()
    for (e <- 0 to 3) {
      overwritten.delete(overwritten.file(0, new DataExtent(0, e)))
    }
    overwritten.replace(new Path(overwritten.root, "000000_0"), "99,11\n".getBytes(UTF_8))
    val stock = session.spark.read.schema("a int, b int").csv(overwritten.root.toString)
    assertThat(stock.count()).isEqualTo(21L)
    for (condition <- Seq("true", "b = 11", "a < 30")) {
      assertThat(SqlSession.rows(session.load(overwritten).where(condition)).mkString("\n"))
        .as(condition)
        .isEqualTo(SqlSession.rows(stock.where(condition)).mkString("\n"))
    }
  }

  @Test
  def aTableThatSparkOverwritesIsATableNoLonger(): Unit = {
    val overwritten = table()
    val rows = session.spark.range(3).selectExpr("id AS a", "id AS b")
    rows.write.mode("overwrite").csv(overwritten.root.toString)
    assertThat(session.spark.read.csv(overwritten.root.toString).count()).isEqualTo(3L)
    assertThatThrownBy(() => session.load(overwritten)).hasMessageContaining("convert")
  }

  @Test
  def aDirectoryThatIsNoTableIsAnErrorWithARemedy(): Unit = {
    assertThatThrownBy(() => session.spark.read.format("trident").load("/no/such/table"))
      .hasMessageContaining("convert")
    val broken = table()
    broken.replace(new Path(broken.root, TablePaths.SPEC), "{\"version\": 2}".getBytes(UTF_8))
    assertThatThrownBy(() => session.load(broken)).hasMessageContaining("version 2 is not known")
  }

  @Test
  def anOptionThatIsNotKnownIsAnErrorWithARemedy(): Unit = {
    val whole = table()
    assertThatThrownBy(() => session.load(whole, "sep" -> ";").collect())
      .hasMessageContaining("has no option sep; give dimension, partitioned, partitions or slices")
    assertThatThrownBy(() => session.load(whole, "dimension" -> "z").collect())
      .hasMessageContaining("no dimension z; it has a, b")
  }

  @Test
  def tablesHaveNamesInCatalogs(): Unit = {
    val whole = table()
    val name = whole.root.getName
    val spark = session.spark
    assertThat(spark.table(s"trident.$name").count()).isEqualTo(40L)
    assertThat(spark.sql(s"SELECT * FROM trident.`${whole.path}` WHERE b = 11").count())
      .isEqualTo(1L)
    assertThat(spark.sql("SHOW TABLES IN trident").collect().map(_.getString(1))).contains(name)
    spark.sql(s"CREATE TABLE of_session USING trident LOCATION '${whole.path}'")
    try assertThat(spark.sql("SELECT * FROM of_session WHERE b = 11").count()).isEqualTo(1L)
    finally spark.sql("DROP TABLE of_session")
    assertThat(session.load(whole).count()).isEqualTo(40L)
    val other = spark.newSession()
    other.conf.unset("spark.sql.catalog.trident")
    assertThat(other.read.format("trident").load(whole.path).where("b = 11").count()).isEqualTo(1L)
    assertThatThrownBy(() => spark.table("trident.db.nobody"))
      .hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND")
    assertThatThrownBy(() => spark.sql(s"DROP TABLE trident.$name"))
      .hasMessageContaining("only reads")
  }

  /** A manifest that is changed in a way that shows in nothing but its bytes: who has read it
    * before does not read it again.
    */
  @Test
  def aTableOfSparksOwnCatalogIsNotReadAgainForEachQuery(): Unit = {
    val whole = table()
    val spark = session.spark
    spark.sql(s"CREATE TABLE kept USING trident LOCATION '${whole.path}'")
    try {
      val query = "SELECT * FROM kept WHERE b = 11"
      assertThat(SqlSession.rows(spark.sql(query)).mkString("\n")).isEqualTo("13|11")
      val file = whole.manifestFile(0)
      val fileSystem = file.getFileSystem(spark.sparkContext.hadoopConfiguration)
      val before = fileSystem.getFileStatus(file)
      whole.replace(file, new Array[Byte](before.getLen.toInt))
      fileSystem.setTimes(file, before.getModificationTime, -1)

      assertThat(spark.sql(query).queryExecution.executedPlan.toString)
        .contains("super-extents 2 of 2", "extents 2 of 8")
    } finally spark.sql("DROP TABLE kept")
  }
}

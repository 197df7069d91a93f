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

import io.trident.core.layout.value.Value
import io.trident.layout.format.RowFormats
import io.trident.layout.table.{DimensionSpec, TableSpec}
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}
import java.util.Random
import scala.jdk.CollectionConverters._

/** Rows with all that makes values difficult, and conditions on them.
  *
  * @param format
  *   csv, csv-header, csv-multiline, json, separated or text
  */
final class RandomRows(format: String, random: Random) {
  private val words =
    Seq("", "a", "b c", "say \"x\"", "ünï", "zü", "\\", "\\N", " ", "NA", "e\u0301") ++
      Option.when(format == "csv-multiline")("two\nlines")
  private val dates = Seq("2024-02-29", "1999-12-31", "0001-01-01", "2024-03-01")
  private val times =
    Seq(
      "2024-02-29T12:00:00Z",
      "2024-02-29 12:00:00.123456",
      "2024-02-29T01:00:00+01:00",
      "2024-02-29"
    )

  val columns: String =
    if (format == "text") "v string"
    else "a long, b string, c double, d decimal(8,2), e date, f timestamp, g int, h boolean"

  private val options: Map[String, String] = {
    val invalid = if (random.nextBoolean()) Map("invalid" -> "null") else Map.empty[String, String]
    val zone =
      if (random.nextBoolean()) Map("zone" -> "Europe/Berlin") else Map.empty[String, String]
    val nulls = if (random.nextInt(3) == 0) Map("null" -> "NA") else Map.empty[String, String]
    val lines = if (random.nextInt(4) == 0) Map("line.end" -> "lf") else Map.empty[String, String]
    val header = "a,b,c,d,e,f,g,h\n"
    format match {
      case "csv"           => invalid ++ zone ++ nulls ++ lines
      case "csv-header"    => invalid ++ zone ++ nulls + ("header" -> header)
      case "csv-multiline" => zone ++ Map("header" -> header, "multiline" -> "true")
      case "json"          => invalid ++ zone
      case "separated"     => invalid ++ zone + ("separator" -> "|")
      case _               => lines
    }
  }

  private def hasInvalid = options.contains("invalid")

  private def pick[A](all: Seq[A]): A = all(random.nextInt(all.size))

  def rows(count: Int): Seq[Array[Byte]] = Seq.fill(count)(row())

  private def row(): Array[Byte] = {
    def orNull(text: => String): Option[String] = Option.when(random.nextInt(8) > 0)(text)
    def odd(text: String): String =
      if (hasInvalid && random.nextInt(12) == 0) pick(Seq("x", "1,5", "+", "99999999999999999999"))
      else text
    val a = orNull(odd((random.nextInt(12) - 3).toString))
    val word = pick(words)
    val c = orNull(odd(pick(Seq("NaN", "-0.0", "0.0", "1.5", "-7", "1e3", "Infinity"))))
    val d = orNull(odd(s"${random.nextInt(40)}.${random.nextInt(1000)}"))
    val e = orNull(odd(pick(dates)))
    val f = orNull(odd(pick(times)))
    val g = orNull(odd(random.nextInt(9).toString))
    val h = orNull(odd(random.nextBoolean().toString))
    val others = Seq(c, d, e, f, g, h)
    val text = format match {
      case "text"      => word + random.nextInt(5)
      case "separated" =>
        (a +: Option(word) +: others).map(_.getOrElse("\\N")).mkString("|").replace("\n", " ")
      case "json" => json(a, word, others)
      case _      =>
        val nullText = options.getOrElse("null", "")
        (a.map(number) +: Some(quoted(word)) +: others.map(_.map(number)))
          .map(_.getOrElse(nullText))
          .mkString(",")
    }
    val bytes =
      text.getBytes(if (format != "json" && random.nextInt(10) == 0) ISO_8859_1 else UTF_8)
    if (format == "csv" && !options.contains("line.end") && random.nextInt(5) == 0)
      bytes :+ '\r'.toByte
    else bytes
  }

  /** A comma in what is no number must not make another column. */
  private def number(text: String): String = if (text.contains(",")) "\"" + text + "\"" else text

  private def quoted(word: String): String =
    if (word.exists("\"\n".contains(_)) || random.nextBoolean())
      "\"" + word.replace("\"", "\"\"") + "\""
    else word

  private def json(a: Option[String], word: String, others: Seq[Option[String]]): String = {
    def member(name: String, value: Option[String], isText: Boolean) =
      value.map { text =>
        val plain = !isText && text.matches("-?[0-9]+(\\.[0-9]+)?(e[0-9]+)?|true|false")
        val quotedText = "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\""
        "\"" + name + "\":" + (if (plain) text else quotedText)
      }
    val text =
      if (random.nextInt(9) == 0) member("b", Some("1.50"), isText = false)
      else member("b", Some(word), isText = true)
    val more = Seq("c", "d", "e", "f", "g", "h").zip(others).flatMap { case (name, value) =>
      member(name, value, isText = name == "e" || name == "f")
    }
    val members = member("a", a, isText = false).toSeq ++ text ++ more
    scala.util.Random.javaRandomToRandom(random).shuffle(members).mkString("{", ",", "}")
  }

  /** A condition in SQL. */
  def condition(depth: Int = 2): String = random.nextInt(if (depth == 0) 1 else 4) match {
    case 0 | 1 => leaf()
    case 2     => s"(${condition(depth - 1)} AND ${condition(depth - 1)})"
    case _     => s"(${condition(depth - 1)} OR ${condition(depth - 1)})"
  }

  private def leaf(): String = {
    val (name, values) =
      if (format == "text") "v" -> words.map(word => sql(word + random.nextInt(5)))
      else
        pick(
          Seq(
            "a" -> (-4 to 9).map(n => s"${n}L"),
            "b" -> (words ++ Seq("\ufffd", "zz", "u", "1.50")).map(sql),
            "c" -> Seq("0.0D", "1.5D", "double('NaN')", "-7D", "double('Infinity')"),
            "d" -> Seq("1.5BD", "20.00BD", "39.99BD"),
            "e" -> dates.map(date => s"DATE'$date'"),
            "f" -> Seq("TIMESTAMP'2024-02-29 12:00:00Z'", "TIMESTAMP'2024-02-29 00:00:00Z'"),
            "g" -> (0 to 9).map(_.toString),
            "h" -> Seq("true", "false")
          )
        )
    random.nextInt(9) match {
      case 0 => s"$name IS NULL"
      case 1 => s"$name IS NOT NULL"
      case 2 => s"$name IN (${Seq.fill(1 + random.nextInt(3))(pick(values)).mkString(", ")})"
      case 3 => s"$name <=> ${pick(values :+ "NULL")}"
      case 4 if values.head.startsWith("'") => s"startswith($name, ${pick(values)})"
      case 5 => s"${pick(values)} ${pick(Seq("<", "<=", ">", ">="))} $name"
      case 6 => s"NOT ($name = ${pick(values)})"
      case _ => s"$name ${pick(Seq("<", "<=", ">", ">=", "="))} ${pick(values)}"
    }
  }

  private def sql(text: String): String =
    "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"

  /** One to three dimensions by some of the columns. */
  def spec(rows: Seq[Array[Byte]], extents: Int): TableSpec = {
    val schema = WrittenTable.schema(columns)
    val names = scala.util.Random
      .javaRandomToRandom(random)
      .shuffle(schema.names.asScala.toSeq)
      .take(1 + random.nextInt(3))
    val dimensions = names.map { name =>
      if (random.nextInt(3) == 0) DimensionSpec.byHash(name)
      else DimensionSpec.byRange(name, boundaries(name, rows, extents).asJava)
    }
    WrittenTable.spec(schema, dimensions, formatName, options, extents)
  }

  private def formatName = format match {
    case "separated" => "text"
    case other       => other.takeWhile(_ != '-')
  }

  private def boundaries(column: String, rows: Seq[Array[Byte]], extents: Int): Seq[Value] = {
    val schema = WrittenTable.schema(columns)
    val adapter = RowFormats
      .installed(getClass.getClassLoader)
      .newest(formatName)
      .open(schema, Seq(column).asJava, options.asJava)
    val keys = rows
      .flatMap(row => adapter.keys(Value.ofBytes(row)).asScala)
      .filterNot(_ == Value.NULL)
      .distinct
    scala.util.Random
      .javaRandomToRandom(random)
      .shuffle(keys)
      .take(extents - 1)
      .sortWith(_.compareTo(_) < 0)
  }
}

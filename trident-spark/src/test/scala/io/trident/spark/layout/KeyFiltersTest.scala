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

import io.trident.core.layout.selection.{Interval, RowFilter}
import io.trident.core.layout.value.Value
import java.util.Optional
import org.apache.spark.sql.connector.expressions.{Expression, Expressions, Literal}
import org.apache.spark.sql.connector.expressions.filter.{And, Or, Predicate}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

/** Conditions of Spark as intervals of keys, where keys and what Spark reads may differ. */
class KeyFiltersTest {
  private val exact = KeyReading(isUsable = true, alsoNull = false, Some(Nil), isDecoded = false)

  private def filter(dataType: DataType, reading: KeyReading, predicates: Predicate*): RowFilter =
    new KeyFilters(Seq(KeyColumn("a", Seq("a"), dataType, reading)), Set("a")).of(predicates)

  private def ints(predicates: Predicate*) = filter(IntegerType, exact, predicates: _*)

  private def compare(name: String, value: Any, dataType: DataType = IntegerType): Predicate =
    new Predicate(name, Array[Expression](Expressions.column("a"), literal(value, dataType)))

  private def literal(of: Any, ofType: DataType): Expression = new Literal[Any] {
    override def value(): Any = of
    override def dataType(): DataType = ofType
    override def children(): Array[Expression] = Array.empty
  }

  private def text(value: String) = UTF8String.fromString(value)

  private def only(intervals: Interval*) =
    if (intervals.isEmpty) RowFilter.of("a", java.util.List.of())
    else RowFilter.of("a", intervals.asJava)

  private def int(number: Int) = Value.ofInt(number)

  private def between(least: Value, most: Value) =
    new Interval(Optional.of(least), Optional.of(most))

  private val least = int(Int.MinValue)

  @Test
  def aColumnMayBeNamedInOtherLettersUnlessThatIsAnotherColumn(): Unit = {
    val columns = Seq(KeyColumn("a", Seq("a"), IntegerType, exact))
    val upper =
      new Predicate("=", Array[Expression](Expressions.column("A"), literal(3, IntegerType)))
    assertThat(new KeyFilters(columns, Set("a")).of(Seq(upper)))
      .isEqualTo(only(Interval.of(int(3))))
    assertThat(new KeyFilters(columns, Set("a", "A")).of(Seq(upper))).isEqualTo(RowFilter.ALL)
  }

  @Test
  def comparisonsAreIntervalsWithoutNulls(): Unit = {
    assertThat(ints(compare("=", 3))).isEqualTo(only(Interval.of(int(3))))
    assertThat(ints(compare("<", 3))).isEqualTo(only(between(least, int(3))))
    assertThat(ints(compare(">=", 3))).isEqualTo(only(Interval.from(int(3))))
    assertThat(ints(compare("=", null))).isEqualTo(only())
    assertThat(ints(compare("<=>", null))).isEqualTo(only(Interval.of(Value.NULL)))
    val flipped =
      new Predicate("<", Array[Expression](literal(3, IntegerType), Expressions.column("a")))
    assertThat(ints(flipped)).isEqualTo(only(Interval.from(int(3))))
  }

  @Test
  def inHasAPointForEachValueButNull(): Unit = {
    val in = new Predicate(
      "IN",
      Expressions.column("a") +: Array[Expression](
        literal(1, IntegerType),
        literal(null, IntegerType),
        literal(5, IntegerType)
      )
    )
    assertThat(ints(in)).isEqualTo(only(Interval.of(int(1)), Interval.of(int(5))))
  }

  @Test
  def andNarrowsAndOrWidens(): Unit = {
    assertThat(ints(new And(compare(">", 3), compare("<", 7))))
      .isEqualTo(only(between(int(3), int(7))))
    assertThat(ints(compare(">", 3), compare("<", 7))).isEqualTo(only(between(int(3), int(7))))
    assertThat(ints(new Or(compare("=", 3), compare("=", 7))))
      .isEqualTo(only(Interval.of(int(3)), Interval.of(int(7))))
    assertThat(ints(new Or(compare("=", 3), compare("<>", 7)))).isEqualTo(RowFilter.ALL)
  }

  @Test
  def whatIsNotKnownMatchesAllRows(): Unit = {
    assertThat(ints(compare("CONTAINS", 3))).isEqualTo(RowFilter.ALL)
    assertThat(ints(compare("=", 3L, LongType))).isEqualTo(RowFilter.ALL)
    val other =
      new Predicate("=", Array[Expression](Expressions.column("z"), literal(3, IntegerType)))
    assertThat(ints(other)).isEqualTo(RowFilter.ALL)
    assertThat(filter(IntegerType, exact.copy(isUsable = false), compare("=", 3)))
      .isEqualTo(RowFilter.ALL)
  }

  @Test
  def aNullThatMayBeAnythingIsInEachFilter(): Unit =
    assertThat(filter(IntegerType, exact.copy(alsoNull = true), compare("=", 3)))
      .isEqualTo(only(Interval.of(int(3)), Interval.of(Value.NULL)))

  @Test
  def isNullHasWhatSparkReadsAsNullAndNothingIfThatIsNotKnown(): Unit = {
    val isNull = new Predicate("IS_NULL", Array[Expression](Expressions.column("a")))
    val some = exact.copy(readAsNull = Some(Seq(Value.ofString("NA"))))
    assertThat(filter(StringType, some, isNull))
      .isEqualTo(only(Interval.of(Value.NULL), Interval.of(Value.ofString("NA"))))
    assertThat(filter(StringType, exact.copy(readAsNull = None), isNull)).isEqualTo(RowFilter.ALL)
  }

  @Test
  def ofDecodedStringsBoundsEndBeforeTheFirstCharacterOutsideAscii(): Unit = {
    val decoded = exact.copy(isDecoded = true)
    def of(name: String, value: String) =
      filter(StringType, decoded, compare(name, text(value), StringType))
    val below = Value.ofString("")
    assertThat(of("=", "zü")).isEqualTo(only(Interval.of(Value.ofString("zü"))))
    assertThat(of("=", "z\ufffd")).isEqualTo(RowFilter.ALL)
    assertThat(of(">", "zü")).isEqualTo(only(Interval.from(Value.ofString("z"))))
    assertThat(of("<", "zü")).isEqualTo(only(between(below, Value.ofString("{"))))
    assertThat(of("<", "z")).isEqualTo(only(between(below, Value.ofString("z"))))
    assertThat(of("<", "ü")).isEqualTo(only(new Interval(Optional.of(below), Optional.empty())))
    assertThat(of("STARTS_WITH", "zü"))
      .isEqualTo(only(between(Value.ofString("z"), Value.ofString("{"))))
  }

  @Test
  def aPrefixIsAnInterval(): Unit =
    assertThat(filter(StringType, exact, compare("STARTS_WITH", text("ab"), StringType)))
      .isEqualTo(only(between(Value.ofString("ab"), Value.ofString("ac"))))

  @Test
  def aDecimalOfMoreDigitsIsNoKey(): Unit = {
    val column = DecimalType(5, 2)
    def equal(number: String) =
      filter(column, exact, compare("=", Decimal(BigDecimal(number)), DecimalType(9, 4)))
        .columns(9)
        .asScala
        .flatMap(_.anyOf.asScala)
        .toSeq
    assertThat(equal("1.5000").asJava)
      .isEqualTo(Seq(Interval.of(Value.ofDecimal(BigDecimal("1.50").bigDecimal, 5, 2))).asJava)
    assertThat(equal("1.5001").isEmpty).isTrue()
    assertThat(equal("1000").isEmpty).isTrue()
  }
}

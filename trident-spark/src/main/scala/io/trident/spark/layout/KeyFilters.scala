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
import java.util.{Optional, List => JList}
import org.apache.spark.sql.connector.expressions.{Expression, Literal, NamedReference}
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.unsafe.types.UTF8String
import scala.jdk.CollectionConverters._

/** What Spark's filters have keys be. Of a filter that is not known, or on other columns, all rows
  * match.
  *
  * A filter is on what Spark reads, and a manifest has keys. Where the two may differ
  * ([[KeyReading]]), intervals are wider, so that no row is passed over:
  *   - rows whose key is null, where a null may be what the format could not parse;
  *   - of strings in which Spark replaces bytes that are no UTF-8, only the part of a bound before
  *     its first character outside ASCII decides: up to there both are the same bytes, and after it
  *     both are greater than any ASCII.
  *
  * @param names
  *   of all columns of the table, as it has them
  */
private[layout] final class KeyFilters(columns: Seq[KeyColumn], names: Set[String]) {
  import KeyFilters._

  private val byPath = columns.map(column => column.path -> column).toMap

  /** The column that a filter is on. Filters at run time name it as the query does, which may be in
    * other letters.
    */
  private def columnOf(path: Seq[String]): Option[KeyColumn] =
    byPath.get(path).orElse {
      val alike = columns.filter(_.path.corresponds(path)(SQLConf.get.resolver(_, _)))
      alike.headOption.filter(_ => alike.size == 1 && !path.headOption.exists(names))
    }

  /** Returns what rows that pass all filters match. */
  def of(predicates: Seq[Predicate]): RowFilter =
    predicates.map(of).foldLeft(RowFilter.ALL)(_ and _)

  private def of(predicate: Predicate): RowFilter =
    (predicate.name, predicate.children.toSeq) match {
      case ("AND", Seq(one: Predicate, other: Predicate)) => of(one).and(of(other))
      case ("OR", Seq(one: Predicate, other: Predicate))  => of(one).or(of(other))
      case ("IS_NULL", Seq(Key(column)))                  => filter(column, nulls(column))
      case ("IS_NOT_NULL", Seq(Key(column)))              => filter(column, notNull(column))
      case ("IN", Key(column) +: values)                  =>
        val all = values.map(equal(column, _))
        filter(column, if (all.forall(_.isDefined)) Some(all.flatMap(_.get)) else None)
      case ("=" | "<=>", Seq(Key(column), value: Literal[_])) if value.value == null =>
        filter(column, if (predicate.name == "<=>") nulls(column) else Some(Nil))
      case ("=" | "<=>", Seq(Key(column), value))   => filter(column, equal(column, value))
      case ("=" | "<=>", Seq(value, Key(column)))   => filter(column, equal(column, value))
      case ("<" | "<=", Seq(Key(column), value))    => filter(column, atMost(column, value))
      case (">" | ">=", Seq(Key(column), value))    => filter(column, atLeast(column, value))
      case ("<" | "<=", Seq(value, Key(column)))    => filter(column, atLeast(column, value))
      case (">" | ">=", Seq(value, Key(column)))    => filter(column, atMost(column, value))
      case ("STARTS_WITH", Seq(Key(column), value)) => filter(column, prefix(column, value))
      case _                                        => RowFilter.ALL
    }

  private object Key {
    def unapply(expression: Expression): Option[KeyColumn] = expression match {
      case reference: NamedReference =>
        columnOf(reference.fieldNames.toSeq).filter(_.reading.isUsable)
      case _ => None
    }
  }

  /** The filter of a column, none if its intervals are not known. */
  private def filter(column: KeyColumn, intervals: Option[Seq[Interval]]): RowFilter =
    intervals.fold(RowFilter.ALL) { some =>
      val all = if (column.reading.alsoNull) some :+ Interval.of(Value.NULL) else some
      RowFilter.of(column.name, all.asJava: JList[Interval])
    }

  private def nulls(column: KeyColumn): Option[Seq[Interval]] =
    column.reading.readAsNull.map(others => (Value.NULL +: others).map(Interval.of))

  private def notNull(column: KeyColumn): Option[Seq[Interval]] =
    KeyValues.least(column.dataType).map(least => Seq(Interval.from(least)))

  private def equal(column: KeyColumn, expression: Expression): Option[Seq[Interval]] =
    expression match {
      case literal: Literal[_] if literal.value == null => Some(Nil) // equals nothing
      case _                                            =>
        key(column, expression)
          .filterNot(value => column.reading.isDecoded && hasReplacement(value))
          .map(value => Seq(Interval.of(value)))
    }

  private def atLeast(column: KeyColumn, expression: Expression): Option[Seq[Interval]] =
    key(column, expression).map(value => Seq(Interval.from(lower(column, value))))

  private def atMost(column: KeyColumn, expression: Expression): Option[Seq[Interval]] =
    for {
      value <- key(column, expression)
      least <- KeyValues.least(column.dataType)
    } yield Seq(new Interval(Optional.of(least), upper(column, value)))

  private def prefix(column: KeyColumn, expression: Expression): Option[Seq[Interval]] =
    key(column, expression).collect { case text: Value.Bytes =>
      Seq(new Interval(Optional.of(lower(column, text)), above(exact(column, text.toArray))))
    }

  private def key(column: KeyColumn, expression: Expression): Option[Value] = expression match {
    case literal: Literal[_] if literal.value != null =>
      KeyValues.toKey(column.dataType, literal.value)
    case _ => None
  }

  private def lower(column: KeyColumn, value: Value): Value = value match {
    case text: Value.Bytes => Value.ofBytes(exact(column, text.toArray))
    case other             => other
  }

  private def upper(column: KeyColumn, value: Value): Optional[Value] = value match {
    case text: Value.Bytes =>
      val bytes = text.toArray
      val kept = exact(column, bytes)
      if (kept.length == bytes.length) Optional.of(value) else above(kept)
    case other => Optional.of(other)
  }

  /** The part of a bound that is the same bytes in a key and in what Spark reads. */
  private def exact(column: KeyColumn, bytes: Array[Byte]): Array[Byte] =
    if (column.reading.isDecoded) bytes.takeWhile(_ >= 0) else bytes
}

private[layout] object KeyFilters {
  private val Replacement = UTF8String.fromString("\ufffd")

  private def hasReplacement(value: Value): Boolean = value match {
    case text: Value.Bytes => UTF8String.fromBytes(text.toArray).contains(Replacement)
    case _                 => false
  }

  /** A bound above all strings that begin with some bytes; none if there is no such bound. */
  private def above(bytes: Array[Byte]): Optional[Value] = {
    val kept = bytes.reverse.dropWhile(_ == -1).reverse
    if (kept.isEmpty) Optional.empty()
    else {
      kept(kept.length - 1) = (kept.last + 1).toByte
      Optional.of(Value.ofBytes(kept))
    }
  }
}

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
import io.trident.layout.format.ColumnType
import java.math.{BigDecimal => JBigDecimal}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Keys in Spark's words. */
private[layout] object KeyValues {

  /** The type of a column as its values are read. */
  def dataType(column: ColumnType): DataType = column.kind match {
    case ColumnType.Kind.BOOLEAN   => BooleanType
    case ColumnType.Kind.INT       => IntegerType
    case ColumnType.Kind.LONG      => LongType
    case ColumnType.Kind.FLOAT     => FloatType
    case ColumnType.Kind.DOUBLE    => DoubleType
    case ColumnType.Kind.DECIMAL   => DecimalType(column.precision, column.scale)
    case ColumnType.Kind.STRING    => StringType
    case ColumnType.Kind.DATE      => DateType
    case ColumnType.Kind.TIMESTAMP => TimestampType
  }

  /** Returns the key of one of Spark's internal values; none if it is not one of the type, such as
    * a decimal of more digits.
    */
  def toKey(dataType: DataType, value: Any): Option[Value] = (dataType, value) match {
    case (_, null)                                   => Some(Value.NULL)
    case (BooleanType, v: Boolean)                   => Some(Value.ofBoolean(v))
    case (ByteType, v: Byte)                         => Some(Value.ofInt(v.toInt))
    case (ShortType, v: Short)                       => Some(Value.ofInt(v.toInt))
    case (IntegerType | DateType, v: Int)            => Some(Value.ofInt(v))
    case (LongType, v: Long)                         => Some(Value.ofLong(v))
    case (TimestampType | TimestampNTZType, v: Long) => Some(Value.ofLong(v))
    case (FloatType, v: Float)                       => Some(Value.ofFloat(v))
    case (DoubleType, v: Double)                     => Some(Value.ofDouble(v))
    case (StringType, v: UTF8String)                 => Some(Value.ofBytes(v.getBytes))
    case (BinaryType, v: Array[Byte])                => Some(Value.ofBytes(v))
    case (of: DecimalType, v: Decimal) => decimal(v.toJavaBigDecimal, of.precision, of.scale)
    case _                             => None
  }

  private def decimal(value: JBigDecimal, precision: Int, scale: Int): Option[Value] = {
    val exact = value.stripTrailingZeros
    if (exact.scale > scale || exact.precision - exact.scale > precision - scale) None
    else Some(Value.ofDecimal(value, precision, scale))
  }

  /** Returns the least key that is not null; none if there is no such key of the type. */
  def least(dataType: DataType): Option[Value] = dataType match {
    case BooleanType                                   => Some(Value.ofBoolean(false))
    case ByteType | ShortType | IntegerType | DateType => Some(Value.ofInt(Int.MinValue))
    case LongType | TimestampType | TimestampNTZType   => Some(Value.ofLong(Long.MinValue))
    case FloatType               => Some(Value.ofFloat(Float.NegativeInfinity))
    case DoubleType              => Some(Value.ofDouble(Double.NegativeInfinity))
    case StringType | BinaryType => Some(Value.ofString(""))
    case of: DecimalType         =>
      val beyond = JBigDecimal.ONE.scaleByPowerOfTen(of.precision - of.scale).negate
      Some(Value.ofDecimal(beyond.add(ulp(of.scale)), of.precision, of.scale))
    case _ => None
  }

  private def ulp(scale: Int): JBigDecimal = JBigDecimal.ONE.scaleByPowerOfTen(-scale)
}

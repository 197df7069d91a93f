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

import io.trident.core.layout.value.{SparkHash, Value}
import java.time.LocalDate
import java.util.Random
import net.jqwik.api.{ForAll, Property}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{BoundReference, Expression, Literal, Murmur3Hash}
import org.apache.spark.sql.catalyst.plans.physical.HashPartitioning
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** The core's hash of a value is that of Spark's own classes. */
class SparkHashTest {

  /** A random value of each type, as Spark has it and as the core has it. */
  private def values(random: Random): Seq[(Any, DataType, Value)] = {
    val int = random.nextInt() >> random.nextInt(32)
    val long = random.nextLong() >> random.nextInt(64)
    val float =
      if (random.nextInt(4) == 0) -0.0f else java.lang.Float.intBitsToFloat(random.nextInt())
    val double =
      if (random.nextInt(4) == 0) Double.NaN
      else java.lang.Double.longBitsToDouble(random.nextLong())
    val bytes = new Array[Byte](random.nextInt(20))
    random.nextBytes(bytes)
    val text = new String(bytes, java.nio.charset.StandardCharsets.UTF_16)
    val short = Decimal(BigDecimal(int, 2), 18, 2)
    val wide = Decimal(BigDecimal(long, 5) * BigDecimal(10).pow(random.nextInt(10)), 38, 5)
    Seq(
      (int > 0, BooleanType, Value.ofBoolean(int > 0)),
      (int.toByte, ByteType, Value.ofInt(int.toByte.toInt)),
      (int.toShort, ShortType, Value.ofInt(int.toShort.toInt)),
      (int, IntegerType, Value.ofInt(int)),
      (long, LongType, Value.ofLong(long)),
      (float, FloatType, Value.ofFloat(float)),
      (double, DoubleType, Value.ofDouble(double)),
      (UTF8String.fromString(text), StringType, Value.ofString(text)),
      (bytes, BinaryType, Value.ofBytes(bytes)),
      (short, DecimalType(18, 2), Value.ofDecimal(short.toJavaBigDecimal, 18, 2)),
      (wide, DecimalType(38, 5), Value.ofDecimal(wide.toJavaBigDecimal, 38, 5)),
      (int % 1000000, DateType, Value.ofDate(LocalDate.ofEpochDay((int % 1000000).toLong))),
      (long, TimestampType, Value.ofTimestamp(long)),
      (long, TimestampNTZType, Value.ofTimestamp(long)),
      (null, StringType, Value.NULL)
    )
  }

  private def hash(expressions: Expression*): Int =
    Murmur3Hash(expressions, SparkHash.SEED).eval().asInstanceOf[Int]

  @Property
  def aValueHasSparksHashAndPartition(@ForAll seed: Long): Unit =
    for ((value, dataType, ours) <- values(new Random(seed))) {
      assertThat(SparkHash.hash(ours))
        .as(s"$dataType $value")
        .isEqualTo(hash(Literal(value, dataType)))
      val partition = HashPartitioning(
        Seq(BoundReference(0, dataType, nullable = true)),
        100
      ).partitionIdExpression
        .eval(InternalRow(value))
      assertThat(SparkHash.partition(ours, 100): Any).isEqualTo(partition)
    }

  @Property
  def aKeyOfTwoColumnsIsHashedOneAfterTheOther(@ForAll seed: Long): Unit = {
    val random = new Random(seed)
    val all = values(random)
    val (a, aType, ours) = all(random.nextInt(all.size))
    val (b, bType, theirs) = all(random.nextInt(all.size))
    assertThat(SparkHash.hash(theirs, SparkHash.hash(ours)))
      .isEqualTo(hash(Literal(a, aType), Literal(b, bType)))
  }

  @Test
  def notNumbersOfAllBitsAreOne(): Unit =
    for (bits <- Seq(0x7ff8000000000000L, 0xfff8000000000001L, 0x7ff0000000000001L)) {
      val number = java.lang.Double.longBitsToDouble(bits)
      assertThat(SparkHash.hash(Value.ofDouble(number)))
        .isEqualTo(hash(Literal(number, DoubleType)))
    }
}

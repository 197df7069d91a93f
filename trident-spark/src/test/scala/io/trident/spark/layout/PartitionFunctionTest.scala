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

import io.trident.core.layout.partition.Partitioner
import io.trident.core.layout.value.{SparkHash, Value}
import io.trident.layout.table.DimensionSpec
import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}
import java.math.{BigDecimal => JBigDecimal}
import net.jqwik.api.{ForAll, Property}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{AttributeReference, TransformExpression}
import org.apache.spark.sql.catalyst.plans.physical.{
  ClusteredDistribution,
  KeyedPartitioning,
  KeyedShuffleSpec
}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String
import org.assertj.core.api.Assertions.{assertThat, assertThatThrownBy}
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

class PartitionFunctionTest {
  private val ranges =
    DimensionSpec.byRange("a", Seq(10L, 20, 30, 40, 50, 60, 70).map(Value.ofLong).asJava)
  private val hash = DimensionSpec.byHash("a")

  private def function(spec: DimensionSpec, partitions: Int, dataType: DataType = LongType) =
    PartitionFunction.of(dataType, spec.of(8, partitions).partitioner)

  @Property
  def aPartitionIsThatOfTheKeyOnExecutorsToo(@ForAll number: Long): Unit =
    for (spec <- Seq(ranges, hash)) {
      val key = number % 100
      val expected: Partitioner = spec.of(8, 8).partitioner
      val sent = throughBytes(function(spec, 8))
      assertThat(sent.produceResult(InternalRow(key)): Int)
        .isEqualTo(expected.partition(Value.ofLong(key)))
    }

  @Property
  def partitionsAmongFewerAreThoseOfATableThatHasFewer(@ForAll number: Long): Unit =
    for (spec <- Seq(ranges, hash); fewer <- Seq(1, 2, 4, 8)) {
      val key = number % 100
      val among = function(spec, 8).among(fewer).get
      assertThat(among).isEqualTo(function(spec, fewer))
      assertThat(among.partition(key)).isEqualTo(function(spec, fewer).partition(key))
      for (step <- Seq(1, 2, 4, 8) if step >= fewer) {
        assertThat(function(spec, 8).among(step).flatMap(_.among(fewer))).isEqualTo(Some(among))
      }
    }

  @Test
  def twoTablesHaveThePartitionsOfTheOneWithFewerInCommon(): Unit = {
    for (spec <- Seq(ranges, hash); one <- Seq(1, 2, 4, 8); other <- Seq(1, 2, 4, 8)) {
      assertThat(function(spec, one).common(function(spec, other)))
        .isEqualTo(Some(function(spec, math.min(one, other))))
    }
    val others = DimensionSpec.byRange("a", Seq(10L, 20, 31).map(Value.ofLong).asJava)
    for (
      (one, other) <- Seq(
        function(ranges, 8) -> function(hash, 4),
        function(ranges, 8) -> function(others, 4),
        function(hash, 8) -> PartitionFunction(LongType, 3, None),
        function(hash, 8) -> function(hash, 4, IntegerType),
        function(hash, 8) -> function(hash, 8).copy(slices = 2)
      )
    ) {
      assertThat(one.common(other)).as(s"$one, $other").isEqualTo(None)
      assertThat(other.common(one)).as(s"$other, $one").isEqualTo(None)
    }
  }

  /** How Spark sees a table that has some partitions of a function. */
  private def seen(function: PartitionFunction, partitions: Range): KeyedShuffleSpec = {
    val column = AttributeReference("a", LongType)()
    KeyedShuffleSpec(
      KeyedPartitioning(
        Seq(TransformExpression(function, Seq(column))),
        partitions.map(InternalRow(_))
      ),
      ClusteredDistribution(Seq(column))
    )
  }

  /** Four of eight partitions, as of a table without rows in the others, are not those of four. A
    * function that Spark may reduce would have it join them one by one.
    */
  @Test
  def sparkJoinsPartitionsOfOneFunctionOnly(): Unit = {
    val conf = new SQLConf
    conf.setConfString(
      "spark.sql.sources.v2.bucketing.allowCompatibleTransforms.enabled",
      "true"
    )
    SQLConf.withExistingConf(conf) {
      for (spec <- Seq(ranges, hash)) {
        val four = seen(function(spec, 4), 0 until 4)
        assertThat(seen(function(spec, 8), 0 until 4).isCompatibleWith(four)).isFalse()
        assertThat(seen(function(spec, 8), 0 until 8).areKeysCompatible(four)).isFalse()
        val among = function(spec, 8).among(4).get
        assertThat(seen(among, 0 until 4).isCompatibleWith(four)).isTrue()
      }
    }
  }

  @Test
  def functionsOfOtherBoundariesAndTypesAreOthers(): Unit = {
    val others = DimensionSpec.byRange("a", Seq(10L, 20, 31).map(Value.ofLong).asJava)
    assertThat(function(hash, 8).canonicalName)
      .isNotEqualTo(function(hash, 8, IntegerType).canonicalName)
    assertThat(function(ranges, 8).name).isNotEqualTo(function(others, 8).name)
    assertThatThrownBy(() => function(hash, 8).bind(StructType(Seq(StructField("a", StringType)))))
      .isInstanceOf(classOf[UnsupportedOperationException])
  }

  @Test
  def boundariesOfEachTypeAreSent(): Unit =
    for (
      (dataType, low, high, value) <- Seq[(DataType, Value, Value, Any)](
        (BooleanType, Value.ofBoolean(false), Value.ofBoolean(true), true),
        (IntegerType, Value.ofInt(1), Value.ofInt(2), 2),
        (DoubleType, Value.ofDouble(1), Value.ofDouble(2), Double.NaN),
        (StringType, Value.ofString("a"), Value.ofString("b"), UTF8String.fromString("bb")),
        (
          DecimalType(9, 2),
          Value.ofDecimal(new JBigDecimal("1"), 9, 2),
          Value.ofDecimal(new JBigDecimal("2"), 9, 2),
          Decimal(BigDecimal("2.01"), 9, 2)
        )
      )
    ) {
      val spec = DimensionSpec.byRange("a", Seq(low, high).asJava)
      val sent = throughBytes(PartitionFunction.of(dataType, spec.of(4, 4).partitioner))
      assertThat(sent.partition(value)).as(dataType.toString).isEqualTo(2)
      assertThat(sent.produceResult(InternalRow(null)): Int).isZero()
    }

  @Test
  def aHashIsSparks(): Unit =
    assertThat(function(hash, 8, StringType).partition(UTF8String.fromString("url")))
      .isEqualTo(SparkHash.partition(Value.ofString("url"), 8))

  private def throughBytes(function: PartitionFunction): PartitionFunction = {
    val bytes = new ByteArrayOutputStream
    new ObjectOutputStream(bytes).writeObject(function)
    new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray)).readObject() match {
      case read: PartitionFunction => read
      case other                   => throw new AssertionError(other)
    }
  }
}

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
package io.trident.spark.tiers

import io.trident.core.cost.{CostModel, CostProfile}
import io.trident.core.model.{RackResolver, ReplicaState}
import io.trident.core.placement.PlacementTask
import io.trident.core.storage._
import net.jqwik.api.{ForAll, Property}
import net.jqwik.api.constraints.IntRange
import org.assertj.core.api.Assertions.{assertThat, within}
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

class TaskTiersTest {
  private val topology: RackResolver = node => if (node < "n5") "/r1" else "/r2"
  private val a = new FileSegment("hdfs://nn/a", 0, 100)
  private val b = new FileSegment("hdfs://nn/b", 50, 300)

  private def replica(node: String, tier: String, state: ReplicaState = ReplicaState.STORED) =
    new StoredReplica(node, tier, "", state)

  private def known(segment: FileSegment, replicas: StoredReplica*): SegmentTiers =
    new SegmentTiers(
      segment,
      Availability.KNOWN,
      java.util.List.of(
        new StoredBlock(
          new BlockKey(segment.path, 1),
          segment.offset,
          segment.length,
          replicas.asJava
        )
      )
    )

  private def unknown(segment: FileSegment, why: Availability): SegmentTiers =
    new SegmentTiers(segment, why, java.util.List.of())

  private def task(input: TaskInput, located: SegmentTiers*): PlacementTask =
    TaskTiers.of(3, input, located.map(of => of.segment -> of).toMap.get)

  private def costs(task: PlacementTask, slots: (String, String)*): Seq[Double] = {
    val profile = task.profile(topology, CostModel.DEFAULT)
    slots.map { case (executor, node) => profile.costAt(executor, node, topology.rackOf(node)) }
  }

  private def read(segments: FileSegment*) = TaskInput(segments, Nil, Nil)

  @Test
  def aBlockCostsByItsTier(): Unit = {
    val placed = task(read(a), known(a, replica("n1", "RAM_DISK"), replica("n6", "DISK")))
    assertThat(placed.name).isEqualTo("3")
    assertThat(costs(placed, "e" -> "n1", "e" -> "n6", "e" -> "n2", "e" -> "n7").asJava)
      .isEqualTo(Seq(1.0, 20.0, 41.0, 60.0).asJava)
  }

  @Test
  def cachedAndPendingReplicasCostAsSuch(): Unit = {
    val placed = task(
      read(a),
      known(
        a,
        replica("n1", "DISK", ReplicaState.CACHED),
        replica("n2", "DISK", ReplicaState.CACHE_PENDING)
      )
    )
    assertThat(costs(placed, "e" -> "n1", "e" -> "n2").asJava)
      .isEqualTo(Seq(1.0, CostModel.DEFAULT.pending).asJava)
  }

  @Test
  def blocksWeighByTheBytesRead(): Unit = {
    val placed = task(read(a, b), known(a, replica("n1", "SSD")), known(b, replica("n1", "DISK")))
    assertThat(costs(placed, "e" -> "n1").head).isEqualTo(17.0, within(1e-9))
  }

  @Test
  def whatIsNotKnownCountsAsDisksOfThePreferredHosts(): Unit = {
    val places = Seq(OnHost("n1"), OnHost("n2"), OnHost("localhost"))
    for (why <- Availability.values if why != Availability.KNOWN) {
      val placed = task(TaskInput(Seq(a), Nil, places), unknown(a, why))
      assertThat(costs(placed, "e" -> "n1", "e" -> "n2", "e" -> "n3", "e" -> "n9").asJava)
        .isEqualTo(Seq(20.0, 20.0, 60.0, 100.0).asJava)
    }
    assertThat(costs(task(TaskInput(Seq(a), Nil, places)), "e" -> "n1").head).isEqualTo(20.0)
    val half = task(
      TaskInput(Seq(a, b), Nil, places),
      known(a, replica("n1", "RAM_DISK")),
      unknown(b, Availability.UNREACHABLE)
    )
    assertThat(costs(half, "e" -> "n1").head)
      .isEqualTo((100 * 1.0 + 300 * 20.0) / 400, within(1e-9))
  }

  @Test
  def withoutFilesThePreferredPlacesAreAllThereIs(): Unit = {
    val nearOutputs = task(TaskInput(Nil, Nil, Seq(OnHost("n1"), InHdfsCache("n2"))))
    assertThat(costs(nearOutputs, "e" -> "n1", "e" -> "n2", "e" -> "n3").asJava)
      .isEqualTo(Seq(20.0, 1.0, 41.0).asJava)
    val none = CostModel.DEFAULT.noPreference
    for (input <- Seq(TaskInput.Anywhere, TaskInput(Nil, Nil, Seq(OnHost("localhost"))))) {
      assertThat(costs(task(input), "e" -> "n1", "e" -> "n9").asJava)
        .isEqualTo(Seq(none, none).asJava)
    }
    assertThat(none).isLessThan(CostModel.DEFAULT.rackLocal)
  }

  @Test
  def aCachedPartitionIsFreeInItsExecutorAndInMemoryBesides(): Unit = {
    val holders = Seq(InExecutor("n1", "7"), InExecutor("n2", "8"))
    val placed = task(TaskInput(Nil, Seq(CachedPartition(holders)), holders))
    assertThat(costs(placed, "7" -> "n1", "8" -> "n2", "9" -> "n1", "1" -> "n3").asJava)
      .isEqualTo(Seq(CostProfile.PROCESS_LOCAL, 0.0, 1.0, 41.0).asJava)
  }

  @Test
  def severalCachedPartitionsAreFreeWhereAllAre(): Unit = {
    val one = CachedPartition(Seq(InExecutor("n1", "1"), InExecutor("n2", "2")))
    val other = CachedPartition(Seq(InExecutor("n2", "2"), InExecutor("n3", "3")))
    val placed = task(TaskInput(Nil, Seq(one, other), one.holders))
    assertThat(placed.executors).containsExactly("2")
    assertThat(costs(placed, "1" -> "n1").head).isEqualTo((1.0 + 41.0) / 2, within(1e-9))
  }

  @Test
  def besideFilesACachedPartitionIsNotFree(): Unit = {
    val cached = CachedPartition(Seq(InExecutor("n1", "1")))
    val placed = task(TaskInput(Seq(a), Seq(cached), Nil), known(a, replica("n1", "SSD")))
    assertThat(placed.executors).isEmpty()
    assertThat(costs(placed, "1" -> "n1").head).isEqualTo((8.0 + 1.0) / 2, within(1e-9))
  }

  @Test
  def anExecutorThatStockPrefersWithoutSayingWhyIsPreferred(): Unit = {
    val placed = task(TaskInput(Nil, Nil, Seq(InExecutor("n1", "1"))))
    assertThat(costs(placed, "1" -> "n1", "2" -> "n1").asJava).isEqualTo(Seq(0.0, 1.0).asJava)
  }

  @Test
  def whatMayChangeIsMarked(): Unit = {
    assertThat(TaskTiers.mayChange(known(a, replica("n1", "SSD")))).isFalse
    assertThat(
      TaskTiers.mayChange(known(a, replica("n1", "SSD", ReplicaState.CACHE_PENDING)))
    ).isTrue
    assertThat(TaskTiers.mayChange(unknown(a, Availability.UNREACHABLE))).isTrue
    assertThat(TaskTiers.mayChange(unknown(a, Availability.MISSING))).isFalse
  }

  /** Of parts on one node each, the cost is the mean by bytes of what each part costs alone. */
  @Property
  def theCostOfSeveralPartsIsTheMeanByBytes(
      @ForAll @IntRange(min = 1, max = 6) count: Int,
      @ForAll @IntRange(min = 0, max = 1000) seed: Int
  ): Unit = {
    val random = new scala.util.Random(seed)
    val tiers = Seq("RAM_DISK", "NVDIMM", "SSD", "DISK", "ARCHIVE")
    val parts = (1 to count).map { i =>
      val segment = new FileSegment(s"hdfs://nn/$i", 0, 1L + random.nextInt(1000))
      known(segment, replica(s"n${1 + random.nextInt(8)}", tiers(random.nextInt(tiers.size))))
    }
    val together = task(read(parts.map(_.segment): _*), parts: _*)
    for (n <- 1 to 9) {
      val alone = parts.map(part =>
        part.segment.length * costs(task(read(part.segment), part), "e" -> s"n$n").head
      )
      assertThat(costs(together, "e" -> s"n$n").head)
        .isEqualTo(alone.sum / parts.map(_.segment.length).sum, within(1e-6))
    }
  }
}

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
package io.trident.spark.round

import io.trident.core.guard.Guard
import io.trident.core.cost.CostModel
import io.trident.core.model.RackResolver
import io.trident.core.placement.PlacementTask
import io.trident.core.storage.FileSegment
import io.trident.spark.tiers._
import java.io.IOException
import java.time.Duration
import java.util.concurrent._
import java.util.concurrent.atomic.AtomicInteger
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{AfterEach, Test, Timeout}

@Timeout(60)
class TierInquiriesTest {
  private val WaitMs = 200L
  private val RefreshMs = 20L
  private val timer = Executors.newSingleThreadScheduledExecutor()
  private val builders = Executors.newCachedThreadPool()
  private val offers = new AtomicInteger
  private val made = new AtomicInteger
  private val lookup = new Answers
  private val untold = new LinkedBlockingQueue[StageInputs]

  /** Answers what a test puts in, in that order. */
  private final class Answers extends TierLookup {
    val resolved = new LinkedBlockingQueue[StageInputs]
    val refreshed = new LinkedBlockingQueue[StageTiers]
    val answers = new LinkedBlockingQueue[CompletionStage[StageTiers]]
    @volatile var isClosed = false

    override def resolve(stage: StageInputs): CompletionStage[StageTiers] = {
      resolved.add(stage)
      answers.remove()
    }
    override def refresh(stage: StageInputs, last: StageTiers): CompletionStage[StageTiers] = {
      refreshed.add(last)
      answers.remove()
    }
    override val topology: RackResolver = _ => "/r"
    override def nodeOf(host: String): String = s"node of $host"
    override def close(): Unit = isClosed = true
  }

  private def inquiries(newLookup: () => TierLookup = () => lookup) = new TierInquiries(
    () => { made.incrementAndGet(); newLookup() },
    CostModel.DEFAULT,
    TimeUnit.MILLISECONDS.toNanos(WaitMs),
    RefreshMs,
    timer,
    builders,
    () => { offers.incrementAndGet(); () },
    new Guard((_, _) => ()),
    whenUntiered = stage => { untold.add(stage); () }
  )

  private val input = StageInputs(
    3,
    1,
    IndexedSeq(TaskInput(Seq(new FileSegment("hdfs://nn/f", 0, 1)), Nil, Nil))
  )

  private def tiers(name: String, pending: Boolean = false, delay: Option[StartDelay] = None) =
    StageTiers(
      IndexedSeq(new PlacementTask(name, java.util.List.of(), java.util.Set.of())),
      pending,
      delay
    )

  private def tiersOf(inquiry: OpenInquiry): Option[String] = inquiry.gate.state match {
    case TierGate.Tiered(stage) => Some(stage.task(0).name)
    case _                      => None
  }

  private def await(condition: => Boolean): Unit =
    while (!condition) Thread.sleep(1) // within the class's time limit

  @AfterEach
  def stop(): Unit = {
    timer.shutdownNow()
    builders.shutdownNow()
    ()
  }

  @Test
  def anAnswerOpensTheGateAndHasSlotsOffered(): Unit = {
    val answer = new CompletableFuture[StageTiers]
    lookup.answers.add(answer)
    val inquiry = inquiries().ask(input)
    assertThat(inquiry.gate.state).isEqualTo(TierGate.Closed)
    assertThat(offers.get).isZero
    answer.complete(tiers("first"))
    await(offers.get > 0)
    assertThat(tiersOf(inquiry)).isEqualTo(Some("first"))
    assertThat(lookup.resolved.remove()).isEqualTo(input)
  }

  @Test
  def aStageWithoutInputAsksNobody(): Unit = {
    val tested = inquiries()
    for (
      inputs <- Seq(
        StageInputs(1, 0, IndexedSeq(TaskInput.Anywhere)),
        StageInputs(1, 0, IndexedSeq.empty)
      )
    ) {
      offers.set(0)
      val inquiry = tested.ask(inputs)
      await(offers.get > 0)
      assertThat(inquiry.gate.state).isEqualTo(TierGate.Untiered(WithoutTiers.NoInput))
      assertThat(untold.remove()).isEqualTo(inputs)
    }
    tested.close()
    assertThat(made.get).isZero
  }

  @Test
  def cachedPartitionsAreInputToo(): Unit = {
    lookup.answers.add(CompletableFuture.completedFuture(tiers("cached")))
    val cached = TaskInput(Nil, Seq(CachedPartition(Seq(InExecutor("h", "e")))), Nil)
    val inquiry = inquiries().ask(StageInputs(1, 0, IndexedSeq(cached)))
    await(tiersOf(inquiry).contains("cached"))
  }

  /** The gate opens by itself; somebody must come and see. */
  @Test
  def slotsAreOfferedWhenTheWaitIsOver(): Unit = {
    lookup.answers.add(new CompletableFuture[StageTiers])
    val start = System.nanoTime()
    val inquiry = inquiries().ask(input)
    await(offers.get > 0)
    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start))
      .isGreaterThanOrEqualTo(WaitMs)
    assertThat(inquiry.gate.state).isEqualTo(TierGate.Untiered(WithoutTiers.TooLate))
  }

  @Test
  def whateverFailsLeavesTheStageToSpark(): Unit = {
    val failed = new CompletableFuture[StageTiers]
    failed.completeExceptionally(new IOException("no NameNode"))
    lookup.answers.add(failed)
    val answered = inquiries().ask(input)
    await(answered.gate.state != TierGate.Closed)

    def unreadable: StageInputs = throw new IllegalStateException("what an RDD may throw")
    val inputs = inquiries().ask(unreadable)
    val thrown = inquiries().ask(input) // no answer left: the look-up throws
    val missing = inquiries(() => throw new NoSuchMethodError("another Hadoop")).ask(input)
    for (inquiry <- Seq(answered, inputs, thrown, missing)) {
      await(inquiry.gate.state != TierGate.Closed)
      assertThat(inquiry.gate.state).isEqualTo(TierGate.Untiered(WithoutTiers.LookupFailed))
    }
  }

  /** Its tasks have not waited for that, but those that are left are placed by tiers. */
  @Test
  def aFailedLookUpIsTriedAgainAtLongerIntervalsWhileItIsOfUse(): Unit = {
    val inquiry = inquiries().ask(input) // no answer: the look-up throws
    await(lookup.resolved.size >= 3)
    assertThat(inquiry.gate.state).isEqualTo(TierGate.Untiered(WithoutTiers.LookupFailed))
    val failed = new CompletableFuture[StageTiers]
    failed.completeExceptionally(new IOException("no NameNode yet"))
    lookup.answers.add(failed)
    lookup.answers.add(CompletableFuture.completedFuture(tiers("at last")))
    await(tiersOf(inquiry).contains("at last"))
    assertThat(lookup.resolved.size).isGreaterThanOrEqualTo(5)
    assertThat(lookup.refreshed.isEmpty).isTrue
  }

  @Test
  def afterAFailureNobodyIsAskedForAStageThatNeedsNoTiersAnyMore(): Unit = {
    val inquiry = inquiries().ask(input)
    inquiry.whileWanted(() => false)
    await(inquiry.gate.state != TierGate.Closed)
    Thread.sleep(5 * RefreshMs)
    assertThat(lookup.resolved.size).isEqualTo(1)
  }

  @Test
  def whatIsAboutToChangeIsAskedForUntilItDoesNot(): Unit = {
    Seq(tiers("one", pending = true), tiers("two", pending = true), tiers("three"))
      .foreach(answer => lookup.answers.add(CompletableFuture.completedFuture(answer)))
    val inquiry = inquiries().ask(input)
    await(tiersOf(inquiry).contains("three"))
    Thread.sleep(5 * RefreshMs)
    assertThat(lookup.refreshed.toArray.map(_.asInstanceOf[StageTiers].tasks.head.name).toSeq)
      .isEqualTo(Seq("one", "two"))
    assertThat(lookup.answers.isEmpty).isTrue
  }

  /** Its tasks start with the tiers as they are when the wait is over, not as they were before. */
  @Test
  def aDelayedStageStartsWhenItsInputIsThere(): Unit = {
    val over = new CompletableFuture[Void]
    val delay = StartDelay(Duration.ofMinutes(5), over)
    lookup.answers.add(CompletableFuture.completedFuture(tiers("disk", delay = Some(delay))))
    lookup.answers.add(CompletableFuture.completedFuture(tiers("memory")))
    val inquiry = inquiries().ask(input)
    await(offers.get > 0) // the answer is passed on
    Thread.sleep(2 * WaitMs) // longer than an answer is waited for
    assertThat(inquiry.gate.state).isEqualTo(TierGate.Closed)
    val before = offers.get
    over.complete(null)
    await(offers.get > before)
    assertThat(tiersOf(inquiry)).isEqualTo(Some("memory"))
  }

  @Test
  def noStageIsDelayedForLongerThanPlanned(): Unit = {
    val never = StartDelay(Duration.ofMillis(300), new CompletableFuture[Void])
    lookup.answers.add(CompletableFuture.completedFuture(tiers("disk", delay = Some(never))))
    val start = System.nanoTime()
    val inquiry = inquiries().ask(input)
    await(tiersOf(inquiry).contains("disk"))
    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start))
      .isGreaterThanOrEqualTo(300)
    await(offers.get >= 2) // slots are offered anew
  }

  @Test
  def aDelayWhoseEndCannotBeLookedUpEndsWithItsTime(): Unit = {
    val failed = StartDelay(Duration.ofMillis(300), CompletableFuture.completedFuture(null))
    lookup.answers.add(CompletableFuture.completedFuture(tiers("disk", delay = Some(failed))))
    val inquiry = inquiries().ask(input) // no second answer: the look-up throws
    await(tiersOf(inquiry).contains("disk"))
  }

  @Test
  def nobodyIsAskedAgainForAStageThatNeedsNoTiersAnyMore(): Unit = {
    lookup.answers.add(CompletableFuture.completedFuture(tiers("one", pending = true)))
    val inquiry = inquiries().ask(input)
    inquiry.whileWanted(() => false)
    await(tiersOf(inquiry).isDefined)
    Thread.sleep(5 * RefreshMs)
    assertThat(lookup.refreshed.isEmpty).isTrue
    assertThat(tiersOf(inquiry)).isEqualTo(Some("one"))
  }

  @Test
  def aRefreshThatFailsKeepsWhatWasKnownAndIsTriedAgain(): Unit = {
    val failed = new CompletableFuture[StageTiers]
    failed.completeExceptionally(new IOException("NameNode stopped"))
    lookup.answers.add(CompletableFuture.completedFuture(tiers("one", pending = true)))
    lookup.answers.add(failed)
    val inquiry = inquiries().ask(input)
    await(offers.get >= 2)
    assertThat(tiersOf(inquiry)).isEqualTo(Some("one"))
    lookup.answers.add(CompletableFuture.completedFuture(tiers("two")))
    await(tiersOf(inquiry).contains("two"))
    assertThat(lookup.resolved.size).isEqualTo(1)
  }

  @Test
  def whileStoppingNothingIsThrownAndNobodyWaitsForever(): Unit = {
    val tested = inquiries()
    builders.shutdown()
    timer.shutdown()
    lookup.answers.add(CompletableFuture.completedFuture(tiers("one")))
    val inquiry = tested.ask(input)
    await(inquiry.gate.state != TierGate.Closed)
  }

  @Test
  def theLookUpIsMadeOnceAndClosed(): Unit = {
    val tested = inquiries()
    Seq("one", "two").foreach { name =>
      lookup.answers.add(CompletableFuture.completedFuture(tiers(name)))
      val inquiry = tested.ask(input)
      await(tiersOf(inquiry).contains(name))
    }
    assertThat(tested.nodeOf("h")).isEqualTo("node of h")
    assertThat(made.get).isEqualTo(1)
    assertThat(lookup.isClosed).isFalse
    tested.close()
    assertThat(lookup.isClosed).isTrue
  }
}

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
package io.trident.hdfs.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.recovery.RetryDelays;
import io.trident.hdfs.protocol.RebuildOutcome.Result;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RebuildRetriesTest {
  private static final long FILE = 17;
  private static final Set<Extent> DAMAGED = Set.of(new DataExtent(1, 2));
  private static final Set<Extent> MORE = Set.of(new DataExtent(1, 2), new DataExtent(0, 3));

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // a clock may overflow
  private final RebuildRetries retries = new RebuildRetries(now::get);

  @Test
  void aFileWaitsTwiceAsLongAfterEachFailureInARow() {
    assertThat(retries.isWaiting(FILE, DAMAGED)).isFalse();
    for (int failures = 1; failures <= 9; failures++) {
      retries.failed(FILE, "a", Result.UNREADABLE, DAMAGED);
      long delay = RetryDelays.OF_REBUILDS.after(failures).toNanos();
      now.addAndGet(delay - 1);
      assertThat(retries.isWaiting(FILE, DAMAGED)).isTrue();
      assertThat(retries.isWaiting(FILE + 1, DAMAGED)).isFalse();
      now.incrementAndGet();
      assertThat(retries.isWaiting(FILE, DAMAGED)).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Result.class,
      names = {"CORRUPT_SOURCE", "MISMATCH", "FORMAT", "FAILED"})
  void whatDoesNotPassByItselfIsTriedEachHourInTheEnd(Result result) {
    for (int failures = 1; failures <= 20; failures++) {
      retries.forgetOld();
      retries.failed(FILE, "a", result, DAMAGED);
      long delay = RetryDelays.OF_LASTING_CAUSES.after(failures).toNanos();
      now.addAndGet(delay - 1);
      assertThat(retries.isWaiting(FILE, DAMAGED)).isTrue();
      now.incrementAndGet();
      assertThat(retries.isWaiting(FILE, DAMAGED)).isFalse();
    }
  }

  @Test
  void whatDoesNotPassByItselfIsTriedSoonFromOtherExtents() {
    for (int failures = 1; failures <= 20; failures++) {
      retries.failed(FILE, "a", Result.CORRUPT_SOURCE, DAMAGED);
    }
    now.addAndGet(TimeUnit.SECONDS.toNanos(1) - 1);
    assertThat(retries.isWaiting(FILE, MORE)).isTrue();
    now.incrementAndGet();
    assertThat(retries.isWaiting(FILE, MORE)).isFalse();
    assertThat(retries.isWaiting(FILE, DAMAGED)).isTrue();
  }

  @Test
  void whatPassesWaitsAsLongWhateverElseIsDamaged() {
    for (int failures = 1; failures <= 3; failures++) {
      retries.failed(FILE, "a", Result.UNREADABLE, DAMAGED);
    }
    now.addAndGet(TimeUnit.SECONDS.toNanos(4) - 1);
    assertThat(retries.isWaiting(FILE, MORE)).isTrue();
    now.incrementAndGet();
    assertThat(retries.isWaiting(FILE, MORE)).isFalse();
  }

  @Test
  void failuresAreReportedByExtent() {
    StoredObject stored = new StoredObject(new BlockIdentity(FILE, 2, 3), 4, 5);
    Map<Extent, StoredObject> files = Map.of(new DataExtent(0, 1), stored);
    assertThat(retries.of(files)).isEmpty();
    retries.failed(FILE, "a", Result.UNREADABLE, DAMAGED);
    retries.failed(FILE, "a", Result.FORMAT, DAMAGED);
    assertThat(retries.of(files))
        .isEqualTo(Map.of(new DataExtent(0, 1), new RebuildFailures(2, Result.FORMAT)));
  }

  @Test
  void aFileThatWasReadableBeginsAnew() {
    retries.failed(FILE, "a", Result.UNREADABLE, DAMAGED);
    retries.failed(FILE, "a", Result.UNREADABLE, DAMAGED);
    retries.forget(FILE);
    assertThat(retries.isWaiting(FILE, DAMAGED)).isFalse();
    retries.failed(FILE, "a", Result.UNREADABLE, DAMAGED);
    now.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(retries.isWaiting(FILE, DAMAGED)).isFalse();
  }

  @Test
  void failuresOfLongAgoNoLongerCount() {
    retries.failed(FILE, "a", Result.UNWRITABLE, DAMAGED);
    retries.failed(FILE, "a", Result.UNWRITABLE, DAMAGED);
    now.addAndGet(TimeUnit.MINUTES.toNanos(10) + 1);
    retries.forgetOld();
    retries.failed(FILE, "a", Result.UNWRITABLE, DAMAGED);
    now.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(retries.isWaiting(FILE, DAMAGED)).isFalse();
    assertThat(retries.avoided(FILE)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Result.class,
      names = {"UNWRITABLE", "FORMAT", "FAILED", "SILENT", "EXPIRED", "UNREPORTED"})
  void aNodeThatFailedIsAvoidedFromTheSecondTimeOnForAWhile(Result result) {
    retries.failed(FILE, "a", Result.UNREADABLE, DAMAGED);
    assertThat(retries.avoided(FILE)).as("the first may be chance").isEmpty();
    retries.failed(FILE, "a", result, DAMAGED); // waits for two seconds
    assertThat(retries.avoided(FILE)).contains("a");
    now.addAndGet(TimeUnit.SECONDS.toNanos(4) - 1);
    assertThat(retries.isWaiting(FILE, DAMAGED)).isFalse();
    assertThat(retries.avoided(FILE)).contains("a");
    now.incrementAndGet();
    assertThat(retries.avoided(FILE)).as("there may be no other").isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Result.class,
      names = {"CORRUPT_SOURCE", "MISMATCH", "UNREADABLE"})
  void aNodeIsNotAvoidedForWhatOthersHave(Result result) {
    retries.failed(FILE, "a", result, DAMAGED);
    retries.failed(FILE, "a", result, DAMAGED);
    assertThat(retries.avoided(FILE)).isEmpty();
  }
}

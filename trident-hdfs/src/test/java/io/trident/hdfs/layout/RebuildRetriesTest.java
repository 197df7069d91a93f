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

import io.trident.core.layout.recovery.RetryDelays;
import io.trident.hdfs.protocol.RebuildOutcome.Result;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RebuildRetriesTest {
  private static final long FILE = 17;

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // a clock may overflow
  private final RebuildRetries retries = new RebuildRetries(now::get);

  @Test
  void aFileWaitsTwiceAsLongAfterEachFailureInARow() {
    assertThat(retries.isWaiting(FILE)).isFalse();
    for (int failures = 1; failures <= 9; failures++) {
      retries.failed(FILE, "a", Result.UNREADABLE);
      long delay = RetryDelays.OF_REBUILDS.after(failures).toNanos();
      now.addAndGet(delay - 1);
      assertThat(retries.isWaiting(FILE)).isTrue();
      assertThat(retries.isWaiting(FILE + 1)).isFalse();
      now.incrementAndGet();
      assertThat(retries.isWaiting(FILE)).isFalse();
    }
  }

  @Test
  void aFileThatWasReadableBeginsAnew() {
    retries.failed(FILE, "a", Result.UNREADABLE);
    retries.failed(FILE, "a", Result.UNREADABLE);
    retries.forget(FILE);
    assertThat(retries.isWaiting(FILE)).isFalse();
    retries.failed(FILE, "a", Result.UNREADABLE);
    now.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(retries.isWaiting(FILE)).isFalse();
  }

  @Test
  void failuresOfLongAgoNoLongerCount() {
    retries.failed(FILE, "a", Result.UNWRITABLE);
    retries.failed(FILE, "a", Result.UNWRITABLE);
    now.addAndGet(TimeUnit.MINUTES.toNanos(10) + 1);
    retries.forgetOld();
    retries.failed(FILE, "a", Result.UNWRITABLE);
    now.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(retries.isWaiting(FILE)).isFalse();
    assertThat(retries.avoided(FILE)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Result.class,
      names = {"UNWRITABLE", "FORMAT", "FAILED", "SILENT", "EXPIRED", "UNREPORTED"})
  void aNodeThatFailedIsAvoidedFromTheSecondTimeOnForAWhile(Result result) {
    retries.failed(FILE, "a", Result.UNREADABLE);
    assertThat(retries.avoided(FILE)).as("the first may be chance").isEmpty();
    retries.failed(FILE, "a", result); // waits for two seconds
    assertThat(retries.avoided(FILE)).contains("a");
    now.addAndGet(TimeUnit.SECONDS.toNanos(4) - 1);
    assertThat(retries.isWaiting(FILE)).isFalse();
    assertThat(retries.avoided(FILE)).contains("a");
    now.incrementAndGet();
    assertThat(retries.avoided(FILE)).as("there may be no other").isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Result.class,
      names = {"CORRUPT_SOURCE", "MISMATCH", "UNREADABLE"})
  void aNodeIsNotAvoidedForWhatOthersHave(Result result) {
    retries.failed(FILE, "a", result);
    retries.failed(FILE, "a", result);
    assertThat(retries.avoided(FILE)).isEmpty();
  }
}

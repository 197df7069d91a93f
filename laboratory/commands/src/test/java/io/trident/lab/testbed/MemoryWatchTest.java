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
package io.trident.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.testbed.MemoryUse;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MemoryWatchTest {
  @Test
  void theMostThatWasSeenIsReported() throws InterruptedException {
    CountDownLatch looks = new CountDownLatch(2);
    try (MemoryWatch watch =
        MemoryWatch.start(
            () -> {
              looks.countDown();
              return looks.getCount() == 1
                  ? new MemoryUse(3, 700, 200)
                  : new MemoryUse(4, 100, 100);
            })) {
      assertThat(looks.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(watch.peak()).hasValue(new MemoryUse(3, 700, 200));
    }
  }

  @Test
  void whereTheKernelDoesNotReportNothingIsClaimed() throws InterruptedException {
    CountDownLatch looked = new CountDownLatch(1);
    try (MemoryWatch watch =
        MemoryWatch.start(
            () -> {
              looked.countDown();
              throw new IOException("no smaps");
            })) {
      assertThat(looked.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(watch.peak()).isEmpty();
    }
  }
}

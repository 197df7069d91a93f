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
package io.trident.hdfs.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.guard.Guard;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UpkeepTest {
  private final Guard guard = new Guard((consequence, failure) -> {});

  @Test
  void nothingThatIsThrownEndsIt() throws Exception {
    for (Throwable failure :
        List.of(
            new NoClassDefFoundError("gone"),
            new OutOfMemoryError("heap"),
            new AssertionError("bug"),
            new IllegalStateException("bug"),
            new Exception("checked"))) {
      CountDownLatch times = new CountDownLatch(3);
      CountDownLatch others = new CountDownLatch(3);
      try (Upkeep upkeep = new Upkeep(guard)) {
        upkeep.every(
            1,
            "Nothing is done",
            () -> {
              times.countDown();
              if (failure instanceof Error error) {
                throw error;
              }
              throw (Exception) failure;
            });
        upkeep.every(1, "Nothing else is done", others::countDown);
        assertThat(times.await(20, TimeUnit.SECONDS)).as("%s", failure).isTrue();
        assertThat(others.await(20, TimeUnit.SECONDS)).as("others after %s", failure).isTrue();
      }
    }
    assertThat(guard.failures()).as("all but want of memory").isGreaterThanOrEqualTo(12);
  }
}

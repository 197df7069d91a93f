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

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OrderlyEndTest {
  private final List<String> done = new CopyOnWriteArrayList<>();

  /** What a command does: makes something, works for long, and takes it away. */
  private void command(CompletableFuture<OrderlyEnd> opened, CountDownLatch mayClear) {
    try (OrderlyEnd end = new OrderlyEnd(Duration.ofMinutes(1))) {
      opened.complete(end);
      try {
        Thread.sleep(Duration.ofHours(1).toMillis());
        done.add("not interrupted");
      } finally {
        end.undisturbed(
            () -> {
              mayClear.await();
              done.add("cleared up");
            });
        done.add("interrupted: " + Thread.currentThread().isInterrupted());
      }
    } catch (Exception e) {
      done.add(e.getClass().getSimpleName());
    }
  }

  @Test
  @Timeout(60)
  void theJvmWaitsUntilAllIsClearedUp() throws Exception {
    CompletableFuture<OrderlyEnd> opened = new CompletableFuture<>();
    CountDownLatch mayClear = new CountDownLatch(1);
    Thread command = new Thread(() -> command(opened, mayClear));
    command.start();
    OrderlyEnd end = opened.get();
    CompletableFuture<Void> ending =
        CompletableFuture.runAsync(
            () -> {
              end.end();
              done.add("ended");
            });
    assertThat(done).isEmpty();
    mayClear.countDown();
    ending.get();
    command.join();

    assertThat(done).startsWith("cleared up").contains("ended").doesNotContain("not interrupted");
    assertThat(done.indexOf("ended")).isGreaterThan(done.indexOf("cleared up"));
  }

  @Test
  @Timeout(60)
  void whatIsUndisturbedKeepsTheInterruptionForLater() throws Exception {
    try (OrderlyEnd end = new OrderlyEnd(Duration.ofSeconds(1))) {
      Thread.currentThread().interrupt();
      end.undisturbed(() -> Thread.sleep(1));
      assertThat(Thread.interrupted()).isTrue();
      end.undisturbed(() -> done.add("nothing to keep"));
      assertThat(Thread.interrupted()).isFalse();
    }
    assertThat(done).hasSize(1);
  }

  @Test
  @Timeout(60)
  void itDoesNotWaitForEver() throws Exception {
    try (OrderlyEnd end = new OrderlyEnd(Duration.ofMillis(10))) {
      end.end();
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}

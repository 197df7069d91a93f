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

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Makes Ctrl-C an interruption: the JVM does not end before the thread that opened this, which is
 * interrupted then, has left what it is in by its {@code finally} blocks and closed this. Without
 * it, what the thread has made is left behind.
 */
final class OrderlyEnd implements AutoCloseable {
  private final Thread worker = Thread.currentThread();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Duration longest;
  private final Thread hook = new Thread(this::end, "orderly-end");

  /**
   * @param longest that the JVM waits
   */
  OrderlyEnd(Duration longest) {
    this.longest = longest;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** What the JVM does when it is to end. */
  void end() {
    worker.interrupt();
    try {
      if (!closed.await(longest.toMillis(), TimeUnit.MILLISECONDS)) {
        System.err.println("Ended in the middle of it; 'trident testbed down' clears up.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What is to be done to its end, whether interrupted or not. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException, InterruptedException;
  }

  /** Does something to its end, as if the thread had not been interrupted. */
  void undisturbed(Work work) throws IOException, InterruptedException {
    boolean interrupted = Thread.interrupted();
    try {
      work.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It runs already.
    }
  }
}

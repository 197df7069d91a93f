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

import io.trident.testbed.MemoryUse;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The most memory that a test bed takes while this is open. It looks every two seconds, and less
 * often where looking takes long, so that it costs two percent of a processor at most.
 */
final class MemoryWatch implements AutoCloseable {
  private static final long LEAST_PAUSE_MS = 2_000;
  private static final long PAUSE_PER_LOOK = 50;

  private final Look look;
  private final Thread thread;
  private volatile @Nullable MemoryUse peak;

  /** Measures how much memory is taken now. */
  interface Look {
    MemoryUse now() throws IOException;
  }

  private MemoryWatch(Look look) {
    this.look = look;
    thread = new Thread(this::run, "trident-memory-watch");
    thread.setDaemon(true);
  }

  /** Starts to watch. */
  static MemoryWatch start(Testbed testbed) {
    return start(testbed::memory);
  }

  /** Starts to watch. */
  static MemoryWatch start(Look look) {
    MemoryWatch watch = new MemoryWatch(look);
    watch.thread.start();
    return watch;
  }

  private void run() {
    try {
      while (true) {
        long start = System.nanoTime();
        MemoryUse use = look.now();
        MemoryUse most = peak;
        if (most == null || use.bytes() > most.bytes()) {
          peak = use;
        }
        long took = (System.nanoTime() - start) / 1_000_000;
        Thread.sleep(Math.max(LEAST_PAUSE_MS, PAUSE_PER_LOOK * took));
      }
    } catch (IOException e) {
      peak = null; // this machine does not report it
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the most that was seen; empty if nothing could be. */
  Optional<MemoryUse> peak() {
    return Optional.ofNullable(peak);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}

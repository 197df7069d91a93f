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
package io.trident.layout.worker;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The last of what a process has written to its standard error; read by a thread of its own. */
final class ErrorOutput {
  private static final int KEPT_BYTES = 1 << 10;

  /** How long the rest is waited for of a process that has ended. */
  private static final long PATIENCE_MS = 500;

  private final InputStream in;
  private final Thread reader = new Thread(this::read, "trident-worker-errors");
  private final byte[] kept = new byte[KEPT_BYTES];
  private int filled;

  private ErrorOutput(InputStream in) {
    this.in = in;
  }

  /** Reads on until the process ends, so that it never waits. */
  static ErrorOutput of(Process process) {
    ErrorOutput output = new ErrorOutput(process.getErrorStream());
    output.reader.setDaemon(true);
    output.reader.start();
    return output;
  }

  private void read() {
    byte[] some = new byte[KEPT_BYTES];
    try (in) {
      for (int got = in.read(some); got >= 0; got = in.read(some)) {
        add(some, got);
      }
    } catch (IOException e) {
      // It was killed.
    }
  }

  private synchronized void add(byte[] some, int length) {
    int older = Math.min(filled, KEPT_BYTES - length);
    System.arraycopy(kept, filled - older, kept, 0, older);
    System.arraycopy(some, 0, kept, older, length);
    filled = older + length;
  }

  /** Returns it as a text that can be logged, once the process has ended. */
  String text() {
    try {
      reader.join(PATIENCE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return kept();
  }

  private synchronized String kept() {
    return new String(kept, 0, filled, StandardCharsets.UTF_8)
        .replaceAll("[^\\p{Print}\\n\\t]", "?")
        .strip();
  }
}

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
package io.trident.hdfs.datanode;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicLong;

/** How far a rebuild has come. Thread-safe. */
final class RebuildProgress {
  private final ReadBytes read = new ReadBytes();
  private final AtomicLong written = new AtomicLong();

  /** Returns what counts the bytes that are read. */
  ReadBytes read() {
    return read;
  }

  /** Returns a number that grows as long as the rebuild goes on. */
  long bytes() {
    return read.total() + written.get();
  }

  /** Returns a stream that counts what is written to another one. */
  OutputStream counting(OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void write(int one) throws IOException {
        out.write(one);
        written.incrementAndGet();
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        written.addAndGet(length);
      }
    };
  }
}

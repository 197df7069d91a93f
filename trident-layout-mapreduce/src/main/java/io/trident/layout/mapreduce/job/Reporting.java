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
package io.trident.layout.mapreduce.job;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.util.Progressable;

/** Reports that a task is alive while it copies bytes. Does not close what is behind it. */
public final class Reporting extends OutputStream {
  private static final long BYTES_A_REPORT = 8 << 20;

  private final OutputStream out;
  private final Progressable progress;
  private long bytes;

  /** Passes on to a stream. */
  public Reporting(OutputStream out, Progressable progress) {
    this.out = out;
    this.progress = progress;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] chunk, int offset, int length) throws IOException {
    out.write(chunk, offset, length);
    bytes += length;
    if (bytes >= BYTES_A_REPORT) {
      bytes = 0;
      progress.progress();
    }
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}

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
package io.trident.layout.testing;

import io.trident.layout.format.ByteSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A file in memory that can be opened some times. */
public final class FailingSource implements ByteSource {
  private final byte[] file;
  private int healthy;

  /**
   * Opens no file yet.
   *
   * @param healthy how often it can be opened
   */
  public FailingSource(byte[] file, int healthy) {
    this.file = file;
    this.healthy = healthy;
  }

  @Override
  public String name() {
    return "failing";
  }

  @Override
  public long length() {
    return file.length;
  }

  @Override
  public InputStream open(long from, long to) throws IOException {
    if (healthy-- == 0) {
      throw new IOException("node is down");
    }
    return new ByteArrayInputStream(file, (int) from, (int) (to - from));
  }
}

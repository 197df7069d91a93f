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

import io.trident.core.layout.DataExtent;
import io.trident.layout.extent.ExtentSources;
import io.trident.layout.extent.Sources;
import io.trident.layout.format.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** In the host: the ranges that a worker has open, of extents that its job reads. */
final class OpenRanges implements Closeable {
  /** More than any format reads side by side. */
  static final int MOST = 256;

  private final RebuildJob job;
  private final Set<DataExtent> allowed;
  private final ExtentSources sources;
  private final Map<Integer, InputStream> open = new HashMap<>();

  OpenRanges(RebuildJob job, ExtentSources sources) {
    this.job = job;
    this.allowed = job.sources();
    this.sources = sources;
  }

  /** A range, as the worker asks for it. */
  private record Asked(int number, DataExtent extent, long from, long to) {}

  /**
   * Opens a range.
   *
   * @throws MalformedFrameException if it is none of the job, or there are too many
   * @throws IOException if the source cannot be read
   */
  void open(Frame frame) throws IOException {
    Asked asked =
        frame.read(
            in -> new Asked(in.readInt(), RebuildJob.extent(in), in.readLong(), in.readLong()));
    if (!allowed.contains(asked.extent())
        || open.containsKey(asked.number())
        || open.size() >= MOST) {
      throw new MalformedFrameException("No such range can be opened: " + asked);
    }
    ByteSource source = Sources.open(job.manifest(), sources, asked.extent());
    if (asked.from() < 0 || asked.from() > asked.to() || asked.to() > source.length()) {
      throw new MalformedFrameException("The extent has no such range: " + asked);
    }
    open.put(asked.number(), source.open(asked.from(), asked.to()));
  }

  /**
   * Reads the next bytes of a range.
   *
   * @return how many, at most the buffer's; 0 at the end
   */
  int read(Frame frame, byte[] buffer) throws IOException {
    int number = frame.read(in -> in.readInt());
    InputStream range = open.get(number);
    if (range == null) {
      throw new MalformedFrameException("Range %d is not open".formatted(number));
    }
    return Math.max(0, range.read(buffer));
  }

  /** Closes a range. */
  void close(Frame frame) throws IOException {
    int number = frame.read(in -> in.readInt());
    InputStream range = open.remove(number);
    if (range == null) {
      throw new MalformedFrameException("Range %d is not open".formatted(number));
    }
    range.close();
  }

  @Override
  public void close() throws IOException {
    for (InputStream range : open.values()) {
      range.close();
    }
    open.clear();
  }
}

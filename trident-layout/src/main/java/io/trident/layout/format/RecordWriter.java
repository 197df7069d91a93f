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
package io.trident.layout.format;

import io.trident.core.layout.LayoutRow;
import java.io.IOException;

/**
 * Encodes the rows of one extent. The caller counts bytes, checksums and sums; an extent without
 * rows has no bytes, and none of these methods is called for it.
 *
 * <p>The order of calls is {@code start (row row* endBucket)+ finish}. Empty buckets are not shown.
 */
public interface RecordWriter {
  /**
   * Writes what precedes the first bucket, such as a header.
   *
   * @throws IOException if it cannot be written
   */
  void start() throws IOException;

  /**
   * Adds a row to the current bucket. What is written may be kept back until the bucket ends.
   *
   * @throws IOException if it cannot be written, or is no canonical record of this format
   */
  void row(LayoutRow row) throws IOException;

  /**
   * Ends the bucket: all of its bytes are written when this returns.
   *
   * @throws IOException if they cannot be written
   */
  void endBucket() throws IOException;

  /**
   * Writes what follows the last bucket, such as a footer. Does not close the stream.
   *
   * @throws IOException if it cannot be written
   */
  void finish() throws IOException;
}

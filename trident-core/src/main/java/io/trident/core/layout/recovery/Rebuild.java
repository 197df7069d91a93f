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
package io.trident.core.layout.recovery;

import io.trident.core.layout.Extent;
import java.util.List;

/**
 * How one extent is rebuilt.
 *
 * @param target the lost extent
 * @param method how what is read becomes the extent
 * @param round from 0; it may start when those rebuilds of earlier rounds are done that it reads
 *     from
 * @param reads in the order of extents and buckets; none twice. Each is of an extent that survives
 *     or is rebuilt in an earlier round. Whoever runs rebuilds at once starts each at another read
 * @param bytes what is read in all
 */
public record Rebuild(Extent target, Method method, int round, List<Read> reads, long bytes) {
  /** How an extent is rebuilt. */
  public enum Method {
    /** The rows of buckets of the previous dimension, all of them. */
    CHAINED_BUCKETS,
    /** Rows of buckets of more than one dimension, but for those that belong elsewhere. */
    CELLS,
    /** Decoding the other extents of its parity group; byte for byte. */
    DECODING,
    /** Encoding the extents of the group; for parity extents. */
    ENCODING
  }

  /** Copies the reads. */
  public Rebuild {
    reads = List.copyOf(reads);
  }
}

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
package io.trident.benchmarks.swim;

/** The classes of jobs by input size that the paper's figures are drawn by (Table 2). */
public enum SizeBin {
  A(0, 128),
  B(128, 512),
  C(512, 1024),
  D(1024, 2 * 1024),
  /** 2 to 5 GB. */
  E(2 * 1024, 5 * 1024),
  /** 5 to 10 GB. */
  F(5 * 1024, 10 * 1024),
  /** 10 GB and more; the paper's workload has none. */
  LARGER(10 * 1024, Long.MAX_VALUE >> 20);

  private static final long MEGABYTE = 1L << 20;

  private final long fromBytes;
  private final long toBytes;

  SizeBin(long fromMegabytes, long toMegabytes) {
    fromBytes = fromMegabytes * MEGABYTE;
    toBytes = toMegabytes * MEGABYTE;
  }

  /** Returns the least size in the bin, in bytes. */
  public long fromBytes() {
    return fromBytes;
  }

  /** Returns the least size beyond the bin, in bytes. */
  public long toBytes() {
    return toBytes;
  }

  /** Returns the bin of a size in bytes; negative sizes are in the first. */
  public static SizeBin of(long bytes) {
    SizeBin found = A;
    for (SizeBin bin : values()) {
      if (bytes >= bin.fromBytes) {
        found = bin;
      }
    }
    return found;
  }
}

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
package io.trident.testbed;

/**
 * Sizes of one node's volumes, in MB (10^6 bytes). Disks are sparse files: they take what is
 * written to them.
 *
 * @param memory the memory tier, 16 and more
 * @param ssd the SSD, 64 and more
 * @param disk the hard disk, 64 and more
 * @param cache HDFS's block cache, which prefetching fills; 0 for none
 */
public record VolumeSizes(int memory, int ssd, int disk, int cache) {
  /** A tenth of the paper's: 4 GB of memory, 64 GB of SSD; a tenth of one of its three disks. */
  public static final VolumeSizes TYPICAL = new VolumeSizes(400, 6_400, 32_000, 0);

  private static final long MEBIBYTE = 1 << 20;

  public VolumeSizes {
    requireAtLeast("memory", memory, 16);
    requireAtLeast("ssd", ssd, 64);
    requireAtLeast("disk", disk, 64);
    requireAtLeast("cache", cache, 0);
  }

  /**
   * Returns the size of the blocks that a client writes who asks for no other, in bytes: an eighth
   * of the memory tier, but from 1 to 128 MiB, which are HDFS's own least and default. HDFS puts no
   * block on a volume that has less room than a whole one, so of 128 MiB a small tier would have
   * room for none of what jobs write.
   */
  long blockBytes() {
    return Math.max(1, Math.min(memory / 8, 128)) * MEBIBYTE;
  }

  private static void requireAtLeast(String name, int size, int least) {
    if (size < least) {
      throw new IllegalArgumentException(
          "The size of '%s' must be %d MB at least: %d".formatted(name, least, size));
    }
  }
}

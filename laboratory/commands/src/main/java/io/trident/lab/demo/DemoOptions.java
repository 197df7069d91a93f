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
package io.trident.lab.demo;

import io.trident.core.config.ConfigException;
import java.nio.file.Path;

/**
 * The size of a demo.
 *
 * @param blocks input blocks, and with them tasks, of each job
 * @param blockBytes bytes of a block: a multiple of a sort record (100) and of a checksum (512)
 * @param slotsPerNode tasks that a node has room for at a time
 * @param directory where everything but the memory tier is written
 */
public record DemoOptions(
    int nodes, int racks, int blocks, int blockBytes, int slotsPerNode, Path directory) {
  /** The smallest valid {@link #blockBytes}. */
  public static final int BLOCK_UNIT = 12_800;

  public DemoOptions {
    require("--nodes", nodes, 3, 32);
    require("--racks", racks, 1, nodes);
    require("--blocks", blocks, 1, 1_000);
    require("--slots", slotsPerNode, 2, 64);
    if (blockBytes < 1 << 20 || blockBytes % BLOCK_UNIT != 0) {
      throw new IllegalArgumentException("blockBytes: " + blockBytes);
    }
  }

  private static void require(String option, int value, int min, int max) {
    if (value < min || value > max) {
      throw new ConfigException(
          option, Integer.toString(value), "must be from %d to %d.".formatted(min, max));
    }
  }

  /** Returns the bytes of each job's input. */
  public long inputBytes() {
    return (long) blocks * blockBytes;
  }
}

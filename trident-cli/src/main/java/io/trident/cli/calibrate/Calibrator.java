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
package io.trident.cli.calibrate;

import io.trident.cli.FileFailures;
import io.trident.cli.Progress;
import io.trident.core.model.StorageTier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** Writes and reads test blocks on every tier, on this machine's DataNode and over the network. */
final class Calibrator {
  /** How the page caches of the DataNodes are dropped. */
  interface CacheDropper {
    /** Drops them. */
    void drop() throws IOException, InterruptedException;
  }

  private final TestBlocks blocks;
  private final long bytes;
  private final int repeats;
  private final Optional<CacheDropper> dropper;
  private final Progress progress;

  /**
   * Prepares.
   *
   * @param repeats blocks per tier
   * @param dropper called before each first read, if present
   */
  Calibrator(
      TestBlocks blocks,
      long bytes,
      int repeats,
      Optional<CacheDropper> dropper,
      Progress progress) {
    this.blocks = blocks;
    this.bytes = bytes;
    this.repeats = repeats;
    this.dropper = dropper;
    this.progress = progress;
  }

  /**
   * Measures.
   *
   * @param tiers those to measure; those that the cluster lacks are left out, and that is reported
   * @throws IOException if nothing could be measured
   */
  Calibration run(List<StorageTier> tiers) throws IOException, InterruptedException {
    List<BlockTimes> measurements = new ArrayList<>();
    List<StorageTier> found = new ArrayList<>();
    for (StorageTier tier : tiers) {
      List<BlockTimes> of = measure(tier, repeats, Optional.empty());
      measurements.addAll(of);
      if (!of.isEmpty()) {
        found.add(tier);
      }
    }
    if (found.isEmpty()) {
      throw new IOException(
          "HDFS put no test block on any of the tiers %s; tag the DataNodes' volumes in dfs.datanode.data.dir."
              .formatted(tiers.stream().map(StorageTier::label).toList()));
    }
    boolean anyRemote = measurements.stream().anyMatch(one -> one.distance() == Distance.REMOTE);
    if (!anyRemote) {
      measurements.addAll(remote(found.get(0)));
    }
    return new Calibration(measurements, dropper.isPresent());
  }

  /** What is left when a block is read from elsewhere is the network. */
  private List<BlockTimes> remote(StorageTier tier) throws IOException, InterruptedException {
    for (DatanodeInfo node : blocks.someNodes()) {
      if (Distance.of(node.getIpAddr()) == Distance.REMOTE) {
        return measure(tier, 1, Optional.of(node));
      }
    }
    progress.report("The network is not measured: all replicas are on this machine");
    return List.of();
  }

  private List<BlockTimes> measure(StorageTier tier, int count, Optional<DatanodeInfo> on)
      throws IOException, InterruptedException {
    List<BlockTimes> measured = new ArrayList<>();
    Optional<String> policy = TestBlocks.policy(tier);
    for (int i = 0; i < count && policy.isPresent(); i++) {
      TestBlocks.Written block;
      try {
        block = blocks.write(policy.get(), on);
      } catch (IOException e) {
        // HDFS refuses where no volume of the type has room, and has no type of exception for it.
        progress.report("%s is left out: %s", tier.label(), FileFailures.firstLine(e));
        return measured;
      }
      if (!StorageTier.ofStorageType(block.type().name()).equals(Optional.of(tier))) {
        progress.report(
            "%s is left out: HDFS put the block on %s instead", tier.label(), block.type());
        blocks.delete(block.file());
        return measured;
      }
      if (dropper.isPresent()) {
        dropper.get().drop();
      }
      double first = blocks.read(block.file());
      double again = blocks.read(block.file());
      BlockTimes one =
          new BlockTimes(
              tier,
              block.node().getHostName(),
              Distance.of(block.node().getIpAddr()),
              bytes,
              block.writeSeconds(),
              first,
              again);
      progress.report(
          "%s on %s: written at %s, read at %s, again at %s MB/s",
          tier.label(),
          one.node(),
          CalibrationText.megabytes(one.writeRate()),
          CalibrationText.megabytes(one.firstRate()),
          CalibrationText.megabytes(one.againRate()));
      measured.add(one);
      blocks.delete(block.file());
    }
    return measured;
  }
}

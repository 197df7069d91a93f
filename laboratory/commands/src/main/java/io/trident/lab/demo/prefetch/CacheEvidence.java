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
package io.trident.lab.demo.prefetch;

import io.trident.lab.demo.Evidence;
import io.trident.minicluster.CacheWatch.Copy;
import io.trident.minicluster.ServedRead;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Joins what the DataNodes recorded (who read what and when, and what was in their caches) with the
 * maps that succeeded.
 *
 * <p>A map counts as reading from memory if the DataNode that served its first read of its block
 * had the block in its cache when that read began.
 */
final class CacheEvidence {
  private final List<Long> blocks;
  private final Map<String, String> hostOfDataNode;
  private final BiPredicate<Copy, Long> wasCached;

  /**
   * Takes the evidence.
   *
   * @param blocks identifiers of the input's blocks, in the order of the maps
   * @param hostOfDataNode host names by UUID of the DataNode
   * @param wasCached whether a DataNode had a block in its cache at a time, in milliseconds since
   *     the epoch
   */
  CacheEvidence(
      List<Long> blocks, Map<String, String> hostOfDataNode, BiPredicate<Copy, Long> wasCached) {
    this.blocks = List.copyOf(blocks);
    this.hostOfDataNode = hostOfDataNode;
    this.wasCached = wasCached;
  }

  /**
   * Returns how each map's read began, in the order of the maps.
   *
   * @throws IllegalStateException if no DataNode served a map's block, or one served it to a node
   *     that the map did not run on
   */
  List<MapRead> reads(List<Evidence.Attempt> maps, List<ServedRead> reads) {
    return maps.stream()
        .sorted(Comparator.comparingInt(Evidence.Attempt::task))
        .map(map -> judge(map, reads))
        .toList();
  }

  private MapRead judge(Evidence.Attempt map, List<ServedRead> reads) {
    long block = blocks.get(map.task());
    ServedRead first =
        reads.stream()
            .filter(read -> read.blockId() == block)
            .filter(read -> read.attempt().filter(map.id()::equals).isPresent())
            .min(Comparator.comparingLong(ServedRead::startMillis))
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "No DataNode served block %d to %s".formatted(block, map.id())));
    if (!first.readerAddress().equals(map.address())) {
      throw new IllegalStateException(
          "%s ran on %s (%s), but read from %s"
              .formatted(map.id(), map.node(), map.address(), first.readerAddress()));
    }
    Copy copy = new Copy(block, first.dataNodeUuid());
    boolean own = map.node().equals(hostOfDataNode.get(first.dataNodeUuid()));
    return new MapRead(
        map.task(),
        copy,
        CopySource.of(own, wasCached.test(copy, first.startMillis())),
        first.startMillis());
  }

  /** Returns how many of the copies that were requested no map read from memory. */
  static int wasted(Collection<Copy> requested, List<MapRead> reads) {
    Set<Copy> useless = new HashSet<>(requested);
    reads.stream()
        .filter(read -> read.from().isMemory())
        .map(MapRead::copy)
        .forEach(useless::remove);
    return useless.size();
  }
}

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
package io.trident.cli.prefetch;

import io.trident.core.prefetch.input.LocatedInput;
import io.trident.core.prefetch.input.PrefetchPlatform;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** Locates the files that a command names. */
final class InputLocator {
  private InputLocator() {}

  /**
   * Locates the segments and assumes the same number of slots on every node with a replica.
   *
   * @param model what is known of past jobs
   * @param only nodes to cache on; empty for all
   * @throws IOException if the blocks of a segment are not known
   */
  static LocatedInput locate(
      Storage storage,
      List<FileSegment> segments,
      Configuration conf,
      ModelChoice model,
      int slotsPerNode,
      List<String> only)
      throws IOException {
    Map<FileSegment, SegmentTiers> located = storage.locate(segments);
    List<SegmentTiers> tasks = new ArrayList<>();
    Map<String, Integer> slots = new TreeMap<>();
    for (FileSegment segment : segments) {
      SegmentTiers tiers = located.get(segment);
      if (tiers == null || tiers.blocks().isEmpty()) {
        throw new IOException(
            "The blocks of %s are not known: %s"
                .formatted(segment.path(), tiers == null ? "no answer" : tiers.availability()));
      }
      tasks.add(tiers);
      tiers
          .blocks()
          .forEach(
              block ->
                  block.replicas().forEach(replica -> slots.put(replica.node(), slotsPerNode)));
    }
    PrefetchPlatform platform =
        PrefetchPlatform.read(
            conf::get,
            model.learned(),
            model.jobClass(),
            slots,
            node -> only.isEmpty() || only.contains(node) ? storage.nodes().cacheFree(node) : 0);
    return LocatedInput.of(tasks, platform);
  }
}

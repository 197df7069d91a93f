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

import io.trident.cli.Columns;
import io.trident.core.prefetch.PredictedTimes;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetchSnapshot;
import io.trident.core.prefetch.PrefetchStep;
import io.trident.core.prefetch.input.PlannedInput;
import io.trident.core.storage.BlockProgress;
import io.trident.core.storage.PinState;
import io.trident.hdfs.protocol.LeaseInfo;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** What the command prints. */
final class PrefetchText {
  private PrefetchText() {}

  static void plan(PlannedInput planned, ModelChoice model, PrintWriter out) {
    PrefetchPlan plan = planned.plan();
    PrefetchSnapshot snapshot = planned.input().snapshot();
    out.printf(
        Locale.ROOT,
        "%d blocks, %d tasks, %d nodes; prefetcher %s%n%n",
        snapshot.blocks().size(),
        snapshot.tasks().size(),
        snapshot.nodes().size(),
        plan.prefetcher().label());
    if (plan.isEmpty()) {
      out.printf("Nothing to cache: it would not make the job faster, or no cache has room.%n");
    } else {
      Columns table = new Columns("block", "bytes", "node", "from", "in memory after", "");
      for (PrefetchStep step : plan.steps()) {
        table.add(
            step.block(),
            step.bytes(),
            step.node(),
            step.tier().label(),
            seconds(step.cachedSeconds()),
            plan.wasted().contains(step.block()) ? "too late for its task" : "");
      }
      out.print(table);
    }
    PredictedTimes times = plan.predicted();
    out.printf("%nPredicted job time (%s)%n", model.summary());
    Columns predicted = new Columns("  none", "all", "planned", "delayed", "delay", "wasted");
    predicted.add(
        "  " + seconds(times.none()),
        seconds(times.all()),
        seconds(times.planned()),
        times.delayed().isPresent() ? seconds(times.delayed().getAsDouble()) : "-",
        seconds(plan.delaySeconds()),
        "%.0f %%".formatted(100 * plan.wastedShare()));
    out.print(predicted);
    out.println();
  }

  static void progress(List<BlockProgress> blocks, PrintWriter out) {
    out.printf(
        "%d of %d cached, %d failed%n",
        count(blocks, PinState.CACHED),
        blocks.size(),
        blocks.stream().filter(block -> block.state().isFailed()).count());
  }

  /** Prints the outcome; returns whether every block is cached. */
  static boolean result(List<BlockProgress> blocks, Duration ttl, PrintWriter out) {
    long cached = count(blocks, PinState.CACHED);
    for (BlockProgress block : blocks) {
      if (block.state() != PinState.CACHED) {
        out.printf(
            "block %d of %s on %s: %s%s%n",
            block.block().blockId(),
            block.block().path(),
            block.block().node(),
            block.state().meaning(),
            block.message().isEmpty() ? "" : ": " + block.message());
      }
    }
    out.printf(
        Locale.ROOT,
        "%d of %d blocks are cached, the last after %s; they stay so for %d s at most.%n",
        cached,
        blocks.size(),
        seconds(
            blocks.stream()
                .filter(block -> block.state() == PinState.CACHED)
                .mapToDouble(block -> block.elapsed().toMillis() / 1e3)
                .max()
                .orElse(0)),
        ttl.toSeconds());
    return cached == blocks.size();
  }

  static void leases(List<LeaseInfo> leases, PrintWriter out) {
    Columns table =
        new Columns("lease", "user", "owner", "pool", "bytes", "blocks", "cached", "ends in");
    for (LeaseInfo lease : leases) {
      table.add(
          lease.leaseId(),
          lease.user(),
          lease.owner(),
          lease.pool(),
          lease.bytes(),
          lease.status().pins().size(),
          lease.status().pins().stream().filter(pin -> pin.state() == PinState.CACHED).count(),
          seconds(lease.status().ttlMs() / 1e3));
    }
    out.print(table);
  }

  private static long count(List<BlockProgress> blocks, PinState state) {
    return blocks.stream().filter(block -> block.state() == state).count();
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.2f s", seconds);
  }
}

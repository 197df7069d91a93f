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
package io.trident.hdfs.layout;

import io.trident.core.guard.Guard;
import io.trident.core.layout.placement.DomainMap;
import io.trident.core.layout.placement.ExtentHomes;
import io.trident.core.layout.placement.Isolation;
import io.trident.core.layout.placement.Rack;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.placement.LayoutView;
import io.trident.hdfs.placement.TableShape;
import io.trident.hdfs.placement.TierPlacementPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockReplicas;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NamespaceChange;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the failure domains of the cluster, and shows the placement policy in snapshots which
 * extents are where, while its NameNode is active.
 *
 * <p>The domains are divided when there are enough racks. Racks and nodes that come later are
 * added. As long as there is no table, their homes follow the nodes; from then on they are kept.
 */
public final class ExtentPlacementService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ExtentPlacementService.class);

  /** How long after a start, or a fail-over, nodes and with them racks may not be known yet. */
  private static final long RACKS_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Of more builds at once the policy goes without a specification. */
  private static final int MOST_UNKNOWN = 1_000;

  private final NameNode nameNode;
  private final FSNamesystem namesystem;
  private final OwnClient client;
  private final Supplier<Optional<Map<Long, TableShape>>> tables;
  private final Soon soon;
  private final LongSupplier nanoTime;
  private final KnownBuilds builds;
  private final FilePlaces places;
  private final Set<String> unknown = ConcurrentHashMap.newKeySet();
  private @Nullable DomainMap domains;
  private @Nullable String reported;
  private @Nullable Long activeSince;
  private volatile @Nullable Boolean areApart;
  private volatile int racksApart;

  /** Runs something soon, on the thread that also makes the rounds. */
  @FunctionalInterface
  public interface Soon {
    /** Runs a task. */
    void run(Task task);
  }

  /** Something that may fail. */
  @FunctionalInterface
  public interface Task {
    /** Runs. */
    void run() throws IOException;
  }

  /**
   * Prepares to serve; does nothing until {@link #round}.
   *
   * @param tables returns how the registered tables are grouped, by the inodes of their
   *     directories; nothing if that is not known
   * @param nanoTime monotonic clock in nanoseconds
   * @param guard contains what fails where HDFS calls
   */
  public ExtentPlacementService(
      NameNode nameNode,
      Supplier<Optional<Map<Long, TableShape>>> tables,
      Soon soon,
      LongSupplier nanoTime,
      Guard guard) {
    this.nameNode = nameNode;
    this.namesystem = nameNode.getNamesystem();
    this.client = new OwnClient(nameNode);
    this.tables = tables;
    this.soon = soon;
    this.nanoTime = nanoTime;
    this.builds = new KnownBuilds(namesystem, nanoTime);
    BlockReplicas blocks = new BlockReplicas(namesystem.getBlockManager(), nameNode.getConf());
    this.places =
        new FilePlaces(namesystem, blocks, new RecentTargets(blocks::waitForCopy, nanoTime), guard);
  }

  /** Returns whether extents are placed by their dimensions; nothing if that is not known yet. */
  Optional<Boolean> areApart() {
    return Optional.ofNullable(areApart);
  }

  /** Returns how many racks there are among which extents are placed apart; 0 if they are not. */
  int racksApart() {
    return racksApart;
  }

  /**
   * Does one round, on one thread at a time.
   *
   * @throws IOException if the domains cannot be read or kept; the next round tries again, and
   *     until then extents are placed by what was known before
   */
  public void round() throws IOException {
    BlockPlacementPolicy policy = namesystem.getBlockManager().getBlockPlacementPolicy();
    if (!nameNode.isActiveState()) {
      areApart = null;
      domains = null;
      activeSince = null;
      if (policy instanceof TierPlacementPolicy ours) {
        ours.setLayout(null);
      }
    } else if (policy instanceof TierPlacementPolicy ours) {
      builds.refresh();
      show(ours);
    } else {
      notApart(
          "Extents are placed as other blocks: dfs.block.replicator.classname is not %s"
              .formatted(TierPlacementPolicy.class.getName()));
    }
  }

  private void show(TierPlacementPolicy policy) throws IOException {
    Map<String, DatanodeDescriptor> nodes = new HashMap<>();
    Map<String, List<String>> nodesOf = new HashMap<>();
    for (DatanodeDescriptor node :
        namesystem.getBlockManager().getDatanodeManager().getDatanodes()) {
      nodes.put(node.getDatanodeUuid(), node);
      nodesOf
          .computeIfAbsent(node.getNetworkLocation(), rack -> new ArrayList<>())
          .add(node.getDatanodeUuid());
    }
    List<Rack> racks = new ArrayList<>();
    nodesOf.forEach((rack, names) -> racks.add(new Rack(rack, names)));
    Optional<Map<Long, TableShape>> known = tables.get();
    boolean isUnused = known.filter(Map::isEmpty).isPresent() && builds.shapes().isEmpty();
    Map<Long, TableShape> registered = known.orElseGet(Map::of);
    DomainMap current = update(racks, isUnused);
    if (current == null) {
      policy.setLayout(null);
      return;
    }
    domains = current;
    Map<String, TableShape> byPath = new HashMap<>();
    NamespaceChange.paths(namesystem, registered.keySet())
        .forEach((inode, path) -> byPath.put(path, registered.get(inode)));
    policy.setLayout(
        new LayoutView(
            ExtentHomes.of(current, racks),
            nodes,
            byPath,
            builds.shapes(),
            this::isUnknown,
            places));
    racksApart = racks.size();
    areApart = true;
  }

  /** Returns the domains with what is new, and keeps them; null if there are too few racks. */
  private @Nullable DomainMap update(List<Rack> racks, boolean isUnused) throws IOException {
    KeptDomains kept = new KeptDomains(client.fileSystem());
    DomainMap before = domains == null ? kept.read().orElse(null) : domains;
    if (namesystem.isInSafeMode()) {
      return before; // what is new waits
    }
    DomainMap after;
    if (before == null) {
      try {
        after =
            DomainMap.of(
                HdfsKeys.LAYOUT_ISOLATION.read(nameNode.getConf()::get),
                HdfsKeys.LAYOUT_DOMAINS.read(nameNode.getConf()::get),
                racks);
      } catch (IllegalArgumentException e) {
        if (nanoTime.getAsLong() - since() >= RACKS_NANOS) {
          notApart("Extents are placed as other blocks: " + e.getMessage());
        }
        return null;
      }
    } else {
      after = isUnused ? before.laidOutAnew(racks) : before.extended(racks);
    }
    if (!after.equals(before)) {
      kept.write(after);
      LOG.info(
          "Extents are kept apart in {} domains of {}: {}",
          after.domains().count(),
          after.domains().isolation(),
          after.domains().domainOf());
    }
    reportOtherSettings(after);
    return after;
  }

  /** Returns since when this NameNode is active, and not in safe mode. */
  private long since() {
    Long since = activeSince;
    if (since == null) {
      since = nanoTime.getAsLong();
      activeSince = since;
    }
    return since;
  }

  private void reportOtherSettings(DomainMap map) {
    Isolation isolation = HdfsKeys.LAYOUT_ISOLATION.read(nameNode.getConf()::get);
    int count = HdfsKeys.LAYOUT_DOMAINS.read(nameNode.getConf()::get);
    if (map.domains().isolation() != isolation || map.domains().count() != count) {
      report(
          "%s and %s are not what %s was divided by, and change nothing: %d domains of %s"
              .formatted(
                  HdfsKeys.LAYOUT_ISOLATION.name(),
                  HdfsKeys.LAYOUT_DOMAINS.name(),
                  KeptDomains.PATH,
                  map.domains().count(),
                  map.domains().isolation()));
    }
  }

  private void notApart(String why) {
    areApart = false;
    report(why);
  }

  private void report(String what) {
    if (!what.equals(reported)) {
      reported = what;
      LOG.warn("{}", what);
    }
  }

  /** Called by the policy, by any thread: must not block. */
  private void isUnknown(String build) {
    if (unknown.size() < MOST_UNKNOWN && unknown.add(build)) {
      soon.run(
          () -> {
            unknown.remove(build);
            builds.learn(build, new TableFiles(client.fileSystem()));
            if (builds.shapes().containsKey(build)) {
              round();
            }
          });
    }
  }

  @Override
  public void close() {
    client.close();
  }
}

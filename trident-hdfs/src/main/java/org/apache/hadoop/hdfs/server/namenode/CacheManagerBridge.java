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
package org.apache.hadoop.hdfs.server.namenode;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.protocol.CacheDirective;
import org.apache.hadoop.hdfs.server.blockmanagement.CacheReplicationMonitor;
import org.apache.hadoop.util.GSet;
import org.jspecify.annotations.Nullable;

/**
 * Opens to Trident's NameNode plugin what HDFS keeps private about caching: two moments in a
 * rescan, before cache directives are scanned and after they have marked the blocks that they want,
 * and the mark itself. It decides nothing.
 *
 * <p>These are private fields, read by reflection once at the start: a NameNode that has no such
 * fields is recognized then and there.
 */
public final class CacheManagerBridge {
  private final FSNamesystem namesystem;
  private final Field mark;

  private CacheManagerBridge(FSNamesystem namesystem, Field mark) {
    this.namesystem = namesystem;
    this.mark = mark;
  }

  /**
   * Puts a hook into the NameNode's cache manager; call it before its monitor starts.
   *
   * @param beforeScan called by the monitor, with the namesystem's global write lock held, in each
   *     rescan after the use of the pools was set to zero and before directives are scanned
   * @param beforeSweep called like that after the directives were scanned and before blocks are
   *     swept
   * @throws ReflectiveOperationException if this NameNode's cache manager looks different
   */
  @SuppressWarnings("unchecked") // the field's declared type
  public static CacheManagerBridge install(
      NameNode nameNode, Runnable beforeScan, Runnable beforeSweep)
      throws ReflectiveOperationException {
    FSNamesystem namesystem = nameNode.getNamesystem();
    CacheManager manager = namesystem.getCacheManager();
    if (manager.getCacheReplicationMonitor() != null) {
      throw new IllegalStateException("The cache manager's monitor runs already");
    }
    Field mark = CacheReplicationMonitor.class.getDeclaredField("mark");
    mark.setAccessible(true);
    Field blocks = CacheManager.class.getDeclaredField("cachedBlocks");
    blocks.setAccessible(true);
    Field directives = CacheManager.class.getDeclaredField("directivesById");
    directives.setAccessible(true);
    directives.set(
        manager,
        new HookedDirectives(
            (SortedMap<Long, CacheDirective>) directives.get(manager), manager, beforeScan));
    blocks.set(
        manager,
        new HookedSet((GSet<CachedBlock, CachedBlock>) blocks.get(manager), manager, beforeSweep));
    return new CacheManagerBridge(namesystem, mark);
  }

  /** Returns the mark of the current or last rescan; empty if no monitor runs. */
  public Optional<Boolean> mark() {
    Thread monitor = namesystem.getCacheManager().getCacheReplicationMonitor();
    try {
      return monitor == null ? Optional.empty() : Optional.of(mark.getBoolean(monitor));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e); // made accessible
    }
  }

  /**
   * The directives, of which the monitor asks twice in a rescan, after it set the use of the pools
   * to zero: to do the same for the directives, and to scan them. The first time calls the hook.
   */
  private static final class HookedDirectives extends TreeMap<Long, CacheDirective> {
    private static final long serialVersionUID = 1;

    private final transient CacheManager manager;
    private final transient Runnable beforeScan;
    private transient boolean scanned = true;

    HookedDirectives(
        SortedMap<Long, CacheDirective> directives, CacheManager manager, Runnable beforeScan) {
      super(directives);
      this.manager = manager;
      this.beforeScan = beforeScan;
    }

    @Override
    public Collection<CacheDirective> values() {
      if (Thread.currentThread() == manager.getCacheReplicationMonitor()) {
        scanned = !scanned;
        if (!scanned) {
          beforeScan.run();
        }
      }
      return super.values();
    }
  }

  /** The set itself, but that the monitor calls the hook before it iterates. */
  private record HookedSet(
      GSet<CachedBlock, CachedBlock> blocks, CacheManager manager, Runnable beforeSweep)
      implements GSet<CachedBlock, CachedBlock> {
    @Override
    public Iterator<CachedBlock> iterator() {
      if (Thread.currentThread() == manager.getCacheReplicationMonitor()) {
        beforeSweep.run();
      }
      // A rescan that releases its lock now and then must not see what was added meanwhile.
      return manager.isCheckLockTimeEnable() ? new SnapshotIterator(blocks) : blocks.iterator();
    }

    @Override
    public int size() {
      return blocks.size();
    }

    @Override
    public boolean contains(CachedBlock key) {
      return blocks.contains(key);
    }

    @Override
    public CachedBlock get(CachedBlock key) {
      return blocks.get(key);
    }

    @Override
    public CachedBlock put(CachedBlock element) {
      return blocks.put(element);
    }

    @Override
    public CachedBlock remove(CachedBlock key) {
      return blocks.remove(key);
    }

    @Override
    public void clear() {
      blocks.clear();
    }

    @Override
    public Collection<CachedBlock> values() {
      return blocks.values();
    }
  }

  /** Iterates over what a set held at the start, whatever is added meanwhile. */
  private static final class SnapshotIterator implements Iterator<CachedBlock> {
    private final GSet<CachedBlock, CachedBlock> blocks;
    private final Iterator<CachedBlock> snapshot;
    private @Nullable CachedBlock last;

    SnapshotIterator(GSet<CachedBlock, CachedBlock> blocks) {
      this.blocks = blocks;
      List<CachedBlock> copy = new ArrayList<>(blocks.size());
      blocks.iterator().forEachRemaining(copy::add);
      snapshot = copy.iterator();
    }

    @Override
    public boolean hasNext() {
      return snapshot.hasNext();
    }

    @Override
    public CachedBlock next() {
      last = snapshot.next();
      return last;
    }

    @Override
    public void remove() {
      if (last == null) {
        throw new IllegalStateException("next() comes first");
      }
      blocks.remove(last);
      last = null;
    }
  }
}

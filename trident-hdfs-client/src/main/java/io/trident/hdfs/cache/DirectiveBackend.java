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
package io.trident.hdfs.cache;

import io.trident.core.storage.PinState;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.PinStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.InvalidRequestException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo.Expiration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.security.AccessControlException;

/**
 * Has blocks cached by HDFS's own cache directives: whole files, once each, on nodes that HDFS
 * picks. A directive expires after the time to live unless it is prolonged; then its blocks are
 * uncached and its entry stays until somebody removes it.
 */
final class DirectiveBackend implements CacheBackend {
  private final DistributedFileSystem hdfs;
  private final CacheSettings settings;
  private final LongSupplier nanoTime;
  private final Map<String, List<CachePin>> pinsBySrc = new LinkedHashMap<>();
  private final Map<String, Directive> directives = new HashMap<>();
  private final Map<String, PinStatus> refusals = new HashMap<>();

  DirectiveBackend(
      DistributedFileSystem hdfs,
      Collection<CachePin> pins,
      CacheSettings settings,
      LongSupplier nanoTime) {
    this.hdfs = hdfs;
    this.settings = settings;
    this.nanoTime = nanoTime;
    for (CachePin pin : pins) {
      pinsBySrc.computeIfAbsent(pin.src(), any -> new ArrayList<>()).add(pin);
    }
  }

  @Override
  public List<PinStatus> step() throws IOException {
    List<PinStatus> states = new ArrayList<>();
    boolean added = false;
    for (Map.Entry<String, List<CachePin>> file : pinsBySrc.entrySet()) {
      Optional<Map<Long, LocatedBlock>> blocks = locate(file.getKey());
      if (blocks.isPresent() && !refusals.containsKey(file.getKey())) {
        added |= ask(file.getKey());
      }
      for (CachePin pin : file.getValue()) {
        states.add(state(pin, blocks.orElse(Map.of())));
      }
    }
    if (added) {
      wakeMonitor();
    }
    return states;
  }

  /** Returns the blocks of a file that the user may read; else notes why not. */
  private Optional<Map<Long, LocatedBlock>> locate(String src) throws IOException {
    try {
      Map<Long, LocatedBlock> blocks = new HashMap<>();
      for (LocatedBlock block :
          hdfs.getClient().getLocatedBlocks(src, 0, Long.MAX_VALUE).getLocatedBlocks()) {
        blocks.put(block.getBlock().getBlockId(), block);
      }
      return Optional.of(blocks);
    } catch (FileNotFoundException e) {
      refuse(src, PinState.NO_SUCH_FILE, e);
    } catch (AccessControlException e) {
      refuse(src, PinState.FORBIDDEN, e);
    }
    return Optional.empty();
  }

  /** Adds or prolongs the directive of a file; returns whether it is new. */
  private boolean ask(String src) throws IOException {
    Directive known = directives.get(src);
    long now = nanoTime.getAsLong();
    if (known != null && now - known.askedAtNanos() < settings.ttl().dividedBy(3).toNanos()) {
      return false;
    }
    CacheDirectiveInfo.Builder info =
        new CacheDirectiveInfo.Builder()
            .setExpiration(Expiration.newRelative(settings.ttl().toMillis()));
    try {
      if (known != null) {
        hdfs.modifyCacheDirective(info.setId(known.id()).build());
        directives.put(src, new Directive(known.id(), now));
        return false;
      }
      long id =
          hdfs.addCacheDirective(
              info.setPath(new Path(src))
                  .setPool(settings.pool())
                  .setReplication((short) 1)
                  .build());
      directives.put(src, new Directive(id, now));
      return true;
    } catch (InvalidRequestException e) {
      if (known != null) {
        directives.remove(src); // somebody removed it: asked for anew with the next step
      } else {
        refuse(src, PinState.REFUSED, e);
      }
    } catch (AccessControlException e) {
      refuse(src, PinState.REFUSED, e);
    }
    return false;
  }

  private PinStatus state(CachePin pin, Map<Long, LocatedBlock> blocks) {
    PinStatus refusal = refusals.get(pin.src());
    if (refusal != null) {
      return new PinStatus(pin, refusal.state(), refusal.message());
    }
    LocatedBlock block = blocks.get(pin.blockId());
    if (block == null) {
      return new PinStatus(pin, PinState.NO_SUCH_BLOCK);
    }
    for (DatanodeInfo node : block.getCachedLocations()) {
      if (node.getCacheUsed() > 0) { // else it forgot to report that it caches nothing any more
        return new PinStatus(pin, PinState.CACHED, "on " + node.getHostName());
      }
    }
    return new PinStatus(pin, PinState.PENDING);
  }

  private void refuse(String src, PinState why, IOException e) {
    String message = String.valueOf(e.getMessage());
    int end = message.indexOf('\n');
    refusals.put(
        src,
        new PinStatus(
            new CachePin(src, 0, ""), why, end < 0 ? message : message.substring(0, end)));
  }

  /** Adding a directive does not wake HDFS's monitor; listing them does. */
  private void wakeMonitor() throws IOException {
    CacheDirectiveInfo pool = new CacheDirectiveInfo.Builder().setPool(settings.pool()).build();
    hdfs.listCacheDirectives(pool).hasNext();
  }

  @Override
  public void release() throws IOException {
    IOException failure = null;
    for (Directive directive : directives.values()) {
      try {
        hdfs.removeCacheDirective(directive.id());
      } catch (InvalidRequestException e) {
        continue; // removed already
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
    directives.clear();
  }

  /**
   * A directive.
   *
   * @param id its identifier
   * @param askedAtNanos when it was added or last prolonged
   */
  private record Directive(long id, long askedAtNanos) {}
}

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
import io.trident.hdfs.protocol.BlockCacheProtocol;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.LeaseCursor;
import io.trident.hdfs.protocol.LeaseStatus;
import io.trident.hdfs.protocol.PinStatus;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Has blocks cached under a lease of the NameNode's plugin. A NameNode that forgot the lease, since
 * it restarted or failed over, is asked again under the same identifier. A block of a node that it
 * has not heard of yet is asked for again; after a lease was lost, so is one of a node without
 * replica or room, for one time to live.
 */
final class LeaseBackend implements CacheBackend {
  private final BlockCacheProtocol nameNode;
  private final String leaseId;
  private final String owner;
  private final CacheSettings settings;
  private final LongSupplier nanoTime;
  private final Map<CachePin, PinStatus> states = new LinkedHashMap<>();
  private boolean held;
  private Set<CachePin> lost = Set.of();
  private long lostAt;

  LeaseBackend(
      BlockCacheProtocol nameNode,
      String leaseId,
      String owner,
      Collection<CachePin> pins,
      CacheSettings settings,
      LongSupplier nanoTime) {
    this.nameNode = nameNode;
    this.leaseId = leaseId;
    this.owner = owner;
    this.settings = settings;
    this.nanoTime = nanoTime;
    pins.forEach(pin -> states.put(pin, new PinStatus(pin, PinState.PENDING)));
  }

  @Override
  public List<PinStatus> step() throws IOException {
    if (held) {
      LeaseStatus status = nameNode.renew(leaseId);
      if (status.known()) {
        renewed(status);
        return reported();
      }
      held = false;
      lostAt = nanoTime.getAsLong();
      lost =
          states.values().stream()
              .filter(this::isWanted)
              .map(PinStatus::pin)
              .collect(Collectors.toSet());
    }
    if (states.values().stream().anyMatch(this::isWanted)) {
      acquire(states.values().stream().filter(this::isWanted).map(PinStatus::pin).toList());
    }
    return reported();
  }

  private List<PinStatus> reported() {
    return states.values().stream()
        .map(
            status ->
                isTransient(status)
                    ? new PinStatus(status.pin(), PinState.PENDING, status.message())
                    : status)
        .toList();
  }

  private void acquire(List<CachePin> wanted) throws IOException {
    boolean granted = false;
    for (int from = 0; from < wanted.size(); from += BlockCacheProtocol.PINS_PER_CALL) {
      List<CachePin> some =
          wanted.subList(from, Math.min(wanted.size(), from + BlockCacheProtocol.PINS_PER_CALL));
      LeaseStatus status =
          nameNode.acquire(leaseId, owner, settings.pool(), settings.ttl().toMillis(), some);
      for (PinStatus pin : status.pins()) {
        states.put(pin.pin(), pin);
        granted |= !pin.state().isFailed();
      }
    }
    held = granted && states.values().stream().noneMatch(this::isTransient);
  }

  private void renewed(LeaseStatus status) {
    Map<CachePin, PinStatus> answered = new LinkedHashMap<>();
    status.pins().forEach(pin -> answered.put(pin.pin(), pin));
    for (Map.Entry<CachePin, PinStatus> known : states.entrySet()) {
      PinStatus now = answered.get(known.getKey());
      if (now != null) {
        known.setValue(now);
      } else if (!known.getValue().state().isFailed()) {
        known.setValue(
            new PinStatus(known.getKey(), PinState.NO_REPLICA, "its file or node went away"));
      }
    }
  }

  private boolean isWanted(PinStatus status) {
    return !status.state().isFailed() || isTransient(status);
  }

  private boolean isTransient(PinStatus status) {
    return switch (status.state()) {
      case UNREPORTED -> true;
      case NO_REPLICA, CACHE_FULL ->
          lost.contains(status.pin()) && nanoTime.getAsLong() - lostAt < settings.ttl().toNanos();
      default -> false;
    };
  }

  /** Throws what keeps the NameNode from answering about leases; changes nothing but its end. */
  void probe() throws IOException {
    nameNode.renew(leaseId, LeaseCursor.START);
  }

  @Override
  public void release() throws IOException {
    nameNode.release(leaseId);
    held = false;
  }
}

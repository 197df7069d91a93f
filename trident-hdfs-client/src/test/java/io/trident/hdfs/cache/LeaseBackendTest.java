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

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.storage.PinState;
import io.trident.hdfs.protocol.BlockCacheProtocol;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.LeaseCursor;
import io.trident.hdfs.protocol.LeaseInfo;
import io.trident.hdfs.protocol.LeaseStatus;
import io.trident.hdfs.protocol.Page;
import io.trident.hdfs.protocol.PinStatus;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** A client against a NameNode that keeps one lease in memory, and loses it on request. */
class LeaseBackendTest {
  private static final CachePin A = new CachePin("/f", 1, "n1");
  private static final CachePin B = new CachePin("/f", 2, "n2");

  private final CacheSettings settings = CacheSettings.read(new Configuration(false));
  private final AtomicLong clock = new AtomicLong(-1_000);
  private final NameNode nameNode = new NameNode();
  private final LeaseBackend backend =
      new LeaseBackend(nameNode, "lease", "job_1", List.of(A, B), settings, clock::get);

  private List<PinState> step() throws IOException {
    return backend.step().stream().map(PinStatus::state).toList();
  }

  @Test
  void acquiresOnceAndThenRenews() throws Exception {
    assertThat(step()).containsExactly(PinState.PENDING, PinState.PENDING);
    nameNode.state.put(A, PinState.CACHED);
    assertThat(step()).containsExactly(PinState.CACHED, PinState.PENDING);
    step();
    assertThat(nameNode.acquired).isEqualTo(1);
    assertThat(nameNode.renewed).isEqualTo(2);
    backend.release();
    assertThat(nameNode.held).isEmpty();
  }

  @Test
  void aRefusedBlockIsNotAskedForAgain() throws Exception {
    nameNode.refuse = Map.of(B, PinState.CACHE_FULL);
    assertThat(step()).containsExactly(PinState.PENDING, PinState.CACHE_FULL);
    nameNode.refuse = Map.of();
    assertThat(step()).containsExactly(PinState.PENDING, PinState.CACHE_FULL);
    nameNode.forget();
    assertThat(step()).containsExactly(PinState.PENDING, PinState.CACHE_FULL);
    assertThat(nameNode.held).containsOnlyKeys(A);
  }

  @Test
  void aBlockOfANodeThatHasNotReportedIsAskedForUntilItHas() throws Exception {
    nameNode.refuse = Map.of(A, PinState.UNREPORTED, B, PinState.UNREPORTED);
    assertThat(step()).containsExactly(PinState.PENDING, PinState.PENDING);
    clock.addAndGet(settings.ttl().toNanos());
    assertThat(step()).containsExactly(PinState.PENDING, PinState.PENDING);
    nameNode.refuse = Map.of(B, PinState.NO_REPLICA);
    assertThat(step()).containsExactly(PinState.PENDING, PinState.NO_REPLICA);
    int asked = nameNode.acquired;
    assertThat(step()).containsExactly(PinState.PENDING, PinState.NO_REPLICA);
    assertThat(nameNode.acquired).as("renewed from now on").isEqualTo(asked);
  }

  @Test
  void aForgottenLeaseIsAcquiredAgainUntilTheNameNodeKnowsItsDataNodes() throws Exception {
    step();
    nameNode.state.put(A, PinState.CACHED);
    step();
    nameNode.forget();
    nameNode.refuse = Map.of(A, PinState.NO_REPLICA, B, PinState.CACHE_FULL);
    assertThat(step()).as("not yet reported").containsExactly(PinState.PENDING, PinState.PENDING);
    nameNode.refuse = Map.of(B, PinState.CACHE_FULL);
    assertThat(step()).containsExactly(PinState.PENDING, PinState.PENDING);
    clock.addAndGet(settings.ttl().toNanos());
    assertThat(step()).containsExactly(PinState.PENDING, PinState.CACHE_FULL);
    int asked = nameNode.acquired;
    step();
    step();
    assertThat(nameNode.acquired).as("renewed from now on").isLessThanOrEqualTo(asked + 1);
  }

  @Test
  void aBlockThatTheNameNodeLetGoHasFailed() throws Exception {
    step();
    nameNode.drop(B);
    assertThat(step()).containsExactly(PinState.PENDING, PinState.NO_REPLICA);
    assertThat(nameNode.acquired).isEqualTo(1);
  }

  /** One lease, as the protocol describes it. */
  private static final class NameNode implements BlockCacheProtocol {
    private final Map<CachePin, PinState> state = new LinkedHashMap<>();
    private Map<CachePin, PinState> refuse = Map.of();
    private final Map<CachePin, PinState> held = new LinkedHashMap<>();
    private int acquired;
    private int renewed;

    void forget() {
      held.clear();
    }

    void drop(CachePin pin) {
      held.remove(pin);
    }

    @Override
    public LeaseStatus acquire(
        String leaseId, String owner, String pool, long ttlMs, Collection<CachePin> pins) {
      acquired++;
      List<PinStatus> states =
          pins.stream()
              .map(pin -> new PinStatus(pin, refuse.getOrDefault(pin, PinState.PENDING)))
              .toList();
      for (PinStatus pin : states) {
        if (!pin.state().isFailed()) {
          held.put(pin.pin(), pin.state());
        }
      }
      return new LeaseStatus(true, ttlMs, states);
    }

    @Override
    public Page<LeaseStatus> renew(String leaseId, LeaseCursor from) {
      renewed++;
      return new Page<>(status(), Optional.empty());
    }

    private LeaseStatus status() {
      return held.isEmpty()
          ? LeaseStatus.unknown()
          : new LeaseStatus(
              true,
              1,
              held.keySet().stream()
                  .map(pin -> new PinStatus(pin, state.getOrDefault(pin, PinState.PENDING)))
                  .toList());
    }

    @Override
    public boolean release(String leaseId) {
      boolean known = !held.isEmpty();
      held.clear();
      return known;
    }

    @Override
    public Page<List<LeaseInfo>> list(LeaseCursor from) {
      return new Page<>(List.of(), Optional.empty());
    }
  }
}

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
package io.trident.benchmarks.rmload;

import io.trident.core.request.PreferenceMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * An application with its master: asks for containers of its maps, then of its reduces, and gives
 * back what it has no more use for.
 */
final class SimulatedJob implements SimulatedNode.Runs {
  private static final Priority MAPS = Priority.newInstance(20);
  private static final Priority REDUCES = Priority.newInstance(10);

  private final ApplicationAttemptId attempt;
  private final Topology topology;
  private final JobMix.Job size;
  private final Random random;
  private final boolean preferring;
  private final ToIntFunction<Random> runMillis;
  private final MapRequests requests;
  private final WaitingMaps waiting;
  private final Set<ContainerId> received = new HashSet<>();
  private List<ContainerId> unneeded = new ArrayList<>();
  private long askedAt;
  private int mapsEnded;
  private int reducesWaiting;
  private int reducesEnded;
  private boolean reducesChanged;

  /**
   * @param runMillis draws how long a container runs, in milliseconds
   * @param preferring whether it sends preference maps
   * @param now when it is submitted, in milliseconds
   */
  SimulatedJob(
      ApplicationAttemptId attempt,
      Topology topology,
      JobMix.Job size,
      long seed,
      ToIntFunction<Random> runMillis,
      boolean preferring,
      long now) {
    this.attempt = attempt;
    this.topology = topology;
    this.size = size;
    this.runMillis = runMillis;
    this.preferring = preferring;
    random = new Random(seed);
    requests = new MapRequests(topology);
    waiting = new WaitingMaps(topology);
    askedAt = now;
    for (int map = 0; map < size.maps(); map++) {
      int[] replicas = topology.drawReplicas(random);
      requests.add(replicas);
      waiting.add(replicas);
    }
  }

  ApplicationAttemptId attempt() {
    return attempt;
  }

  /** Since when it has asked for the containers that it gets now. */
  long askedAt() {
    return askedAt;
  }

  /** Returns what to ask for: the requests that have changed since the last call. */
  List<ResourceRequest> takeAsks() {
    List<ResourceRequest> asks = requests.takeChanged(MAPS, preferring);
    if (reducesChanged) {
      reducesChanged = false;
      asks.add(
          MapRequests.request(REDUCES, ResourceRequest.ANY, reducesWaiting, PreferenceMap.EMPTY));
    }
    return asks;
  }

  /** Returns the containers to give back. */
  List<ContainerId> takeUnneeded() {
    List<ContainerId> taken = unneeded;
    unneeded = new ArrayList<>();
    return taken;
  }

  /**
   * Uses a container, or decides to give it back.
   *
   * @param counters count what it was used for
   * @return how long it will run, in milliseconds; empty if it is given back
   * @throws IllegalStateException if it was received before
   */
  OptionalInt receive(Container container, LoadCounters counters) {
    if (!received.add(container.getId())) {
      throw new IllegalStateException(container.getId() + " was given twice.");
    }
    if (container.getPriority().equals(MAPS)) {
      WaitingMaps.Placed placed = waiting.take(topology.node(container.getNodeId().getHost()));
      if (placed != null) {
        requests.remove(placed.replicas());
        counters.placed(placed.place());
        return OptionalInt.of(runMillis.applyAsInt(random));
      }
    } else if (reducesWaiting > 0) {
      reducesWaiting--;
      reducesChanged = true;
      return OptionalInt.of(runMillis.applyAsInt(random));
    }
    unneeded.add(container.getId());
    counters.givenBack();
    return OptionalInt.empty();
  }

  @Override
  public void containerEnded(long now) {
    if (mapsEnded < size.maps()) {
      mapsEnded++;
      if (mapsEnded == size.maps() && size.reduces() > 0) {
        reducesWaiting = size.reduces();
        reducesChanged = true;
        askedAt = now;
      }
    } else {
      reducesEnded++;
    }
  }

  boolean isDone() {
    return mapsEnded == size.maps() && reducesEnded == size.reduces();
  }
}

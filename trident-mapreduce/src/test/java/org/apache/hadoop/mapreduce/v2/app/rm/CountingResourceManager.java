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
package org.apache.hadoop.mapreduce.v2.app.rm;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.ApplicationMasterNotRegisteredException;
import org.jspecify.annotations.Nullable;

/**
 * The resource manager's side of the protocol: counts asks as YARN's LocalityAppPlacementAllocator
 * does, and grants containers on the nodes that a test names. What it grants is on its way until
 * the next call. A call that it answered already is answered the same again, as in YARN.
 */
final class CountingResourceManager implements ApplicationMasterProtocol {
  static final Resource CAPABILITY = Resource.newInstance(1024, 1);

  private final ApplicationAttemptId attempt;
  private final Map<Priority, Map<String, Integer>> asks = new HashMap<>();
  private final Set<String> blacklist = new HashSet<>();
  private final List<Container> underway = new ArrayList<>();
  private final List<ContainerStatus> ended = new ArrayList<>();
  private final Set<ContainerId> running = new HashSet<>();
  private List<ResourceRequest> lastAsks = List.of();
  private @Nullable AllocateResponse last;
  private Fault fault = Fault.NONE;
  private int granted;
  private int responses;

  /** What befalls the next call. */
  enum Fault {
    NONE,
    /** It does not arrive. */
    LOST_REQUEST,
    /** Its answer does not arrive. */
    LOST_ANSWER,
    /** This is another resource manager, which knows nothing of asks. */
    RESTART
  }

  CountingResourceManager(ApplicationAttemptId attempt) {
    this.attempt = attempt;
  }

  static String rackOf(String node) {
    return "/default-rack";
  }

  /** How many containers are asked for anywhere, those on their way not counted. */
  int pending(Priority priority) {
    return pending(priority, ResourceRequest.ANY);
  }

  int pending(Priority priority, String name) {
    return asks.getOrDefault(priority, Map.of()).getOrDefault(name, 0);
  }

  /** How many granted containers the application master has not got yet. */
  long underway(Priority priority) {
    return underway.stream().filter(one -> one.getPriority().equals(priority)).count();
  }

  int granted() {
    return granted;
  }

  /** The asks of the latest call that arrived and was not answered before. */
  List<ResourceRequest> lastAsks() {
    return lastAsks;
  }

  void fail(Fault next) {
    fault = next;
  }

  /** Grants a container if one is asked for and the node is not refused; returns whether it did. */
  boolean grant(Priority priority, String node) {
    if (pending(priority) == 0 || blacklist.contains(node)) {
      return false;
    }
    if (pending(priority, node) > 0) {
      decrement(priority, node);
      decrement(priority, rackOf(node));
    } else if (pending(priority, rackOf(node)) > 0) {
      decrement(priority, rackOf(node));
    }
    decrement(priority, ResourceRequest.ANY);
    ContainerId id = ContainerId.newContainerId(attempt, ++granted);
    running.add(id);
    underway.add(
        Container.newInstance(id, NodeId.newInstance(node, 1), "", CAPABILITY, priority, null));
    return true;
  }

  private void decrement(Priority priority, String name) {
    asks.getOrDefault(priority, new HashMap<>())
        .computeIfPresent(name, (any, n) -> Math.max(0, n - 1));
  }

  /** A container ends by itself. */
  void end(ContainerId id, int exitStatus) {
    if (running.remove(id)) {
      ended.add(ContainerStatus.newInstance(id, ContainerState.COMPLETE, "", exitStatus));
    }
  }

  @Override
  public RegisterApplicationMasterResponse registerApplicationMaster(
      RegisterApplicationMasterRequest request) {
    Resource most = Resource.newInstance(1 << 20, 1 << 10);
    return RegisterApplicationMasterResponse.newInstance(
        Resource.newInstance(1, 1), most, Map.of(), null, List.of(), "default", List.of());
  }

  @Override
  public FinishApplicationMasterResponse finishApplicationMaster(
      FinishApplicationMasterRequest request) {
    return FinishApplicationMasterResponse.newInstance(true);
  }

  @Override
  public AllocateResponse allocate(AllocateRequest request)
      throws IOException, ApplicationMasterNotRegisteredException {
    Fault now = fault;
    fault = Fault.NONE;
    if (now == Fault.LOST_REQUEST) {
      throw new ClosedChannelException(); // not one that YARN's proxy retries
    }
    if (now == Fault.RESTART) {
      forget();
      throw new ApplicationMasterNotRegisteredException("Another resource manager");
    }
    if (last == null || request.getResponseId() == last.getResponseId()) {
      last = answer(request);
    }
    if (now == Fault.LOST_ANSWER) {
      throw new ClosedChannelException();
    }
    return last;
  }

  /** Containers that run are recovered, those on their way are not. */
  private void forget() {
    asks.clear();
    blacklist.clear();
    underway.forEach(container -> running.remove(container.getId()));
    underway.clear();
    last = null;
    responses = 0;
  }

  private AllocateResponse answer(AllocateRequest request) {
    lastAsks = List.copyOf(request.getAskList());
    for (ResourceRequest ask : request.getAskList()) {
      asks.computeIfAbsent(ask.getPriority(), any -> new HashMap<>())
          .put(ask.getResourceName(), ask.getNumContainers());
    }
    blacklist.addAll(request.getResourceBlacklistRequest().getBlacklistAdditions());
    blacklist.removeAll(request.getResourceBlacklistRequest().getBlacklistRemovals());
    request.getReleaseList().forEach(id -> end(id, ContainerExitStatus.ABORTED));
    AllocateResponse response =
        AllocateResponse.newInstance(
            ++responses,
            List.copyOf(ended),
            List.copyOf(underway),
            List.of(),
            Resource.newInstance(1 << 20, 1 << 10),
            null,
            100,
            null,
            List.of());
    ended.clear();
    underway.clear();
    return response;
  }
}

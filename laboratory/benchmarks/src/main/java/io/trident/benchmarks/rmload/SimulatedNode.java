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

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.net.NodeBase;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.UpdatedContainerInfo;

/**
 * The resource manager's view of a node that runs, and the containers on that node. What the node
 * reports at a heartbeat goes to the scheduler without passing through the node's state machine.
 */
final class SimulatedNode extends RMNodeImpl {
  private static final int PORT = 45454;

  private final List<Running> running = new ArrayList<>(LoadSpec.SLOTS);
  private List<UpdatedContainerInfo> report = List.of();

  /** An application whose containers nodes run. */
  interface Runs {
    /** Notes that a container has done its work. */
    void containerEnded(long now);
  }

  /** A container that the node was asked to run, until its end was reported. */
  static final class Running {
    private final Runs job;
    private final ContainerId id;
    private final long endMillis;
    private boolean reported;

    private Running(Runs job, ContainerId id, long endMillis) {
      this.job = job;
      this.id = id;
      this.endMillis = endMillis;
    }

    Runs job() {
      return job;
    }
  }

  SimulatedNode(RMContext context, String host, String rack) {
    super(
        NodeId.newInstance(host, PORT),
        context,
        host,
        PORT,
        PORT + 1,
        new NodeBase(host, rack),
        Resource.newInstance(LoadSpec.SLOTS * LoadSpec.SLOT_MB, LoadSpec.SLOTS),
        "3.5.0");
  }

  /**
   * Starts a container.
   *
   * @throws IllegalStateException if the node has no room for it
   */
  void start(Runs job, ContainerId id, long endMillis) {
    if (running.size() == LoadSpec.SLOTS) {
      throw new IllegalStateException("%s is full; it cannot run %s".formatted(getNodeID(), id));
    }
    running.add(new Running(job, id, endMillis));
  }

  int busySlots() {
    return running.size();
  }

  /** Makes the next report; returns the containers whose end is in it. */
  List<Running> prepareReport(long now) {
    List<ContainerStatus> launched = new ArrayList<>();
    List<ContainerStatus> completed = new ArrayList<>();
    List<Running> ended = new ArrayList<>();
    for (Running one : running) {
      if (!one.reported) {
        one.reported = true;
        launched.add(status(one.id, ContainerState.RUNNING, ContainerExitStatus.INVALID));
      }
      if (one.endMillis <= now) {
        completed.add(status(one.id, ContainerState.COMPLETE, ContainerExitStatus.SUCCESS));
        ended.add(one);
      }
    }
    running.removeAll(ended);
    report =
        launched.isEmpty() && completed.isEmpty()
            ? List.of()
            : List.of(new UpdatedContainerInfo(launched, completed, List.of()));
    return ended;
  }

  private static ContainerStatus status(ContainerId id, ContainerState state, int exitStatus) {
    return ContainerStatus.newInstance(id, state, "", exitStatus);
  }

  @Override
  public List<UpdatedContainerInfo> pullContainerUpdates() {
    List<UpdatedContainerInfo> pulled = report;
    report = List.of();
    return pulled;
  }

  @Override
  public NodeState getState() {
    return NodeState.RUNNING;
  }
}

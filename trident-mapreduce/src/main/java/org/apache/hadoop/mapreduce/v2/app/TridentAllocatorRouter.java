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
package org.apache.hadoop.mapreduce.v2.app;

import io.trident.core.guard.Guard;
import io.trident.mapreduce.workflow.WorkflowStep;
import java.util.function.Supplier;
import org.apache.hadoop.mapreduce.v2.app.client.ClientService;
import org.apache.hadoop.mapreduce.v2.app.job.Job;
import org.apache.hadoop.mapreduce.v2.app.job.JobStateInternal;
import org.apache.hadoop.mapreduce.v2.app.job.impl.JobImpl;
import org.apache.hadoop.mapreduce.v2.app.local.LocalContainerAllocator;
import org.apache.hadoop.mapreduce.v2.app.rm.ContainerAllocator;
import org.apache.hadoop.mapreduce.v2.app.rm.ContainerAllocatorEvent;
import org.apache.hadoop.mapreduce.v2.app.rm.RMCommunicator;
import org.apache.hadoop.mapreduce.v2.app.rm.RMContainerAllocator;
import org.apache.hadoop.mapreduce.v2.app.rm.RMHeartbeatHandler;
import org.apache.hadoop.mapreduce.v2.app.rm.TridentContainerAllocator;
import org.apache.hadoop.mapreduce.v2.app.rm.preemption.AMPreemptionPolicy;
import org.apache.hadoop.mapreduce.v2.util.MRApps;
import org.apache.hadoop.service.AbstractService;
import org.apache.hadoop.service.ServiceOperations;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the allocator once the job is known: Hadoop's local one for an uber job, else Trident's.
 *
 * <p>In Hadoop's package, and in place of {@link MRAppMaster}'s own router, because that one is
 * private and makes Hadoop's allocator itself.
 */
@NullMarked
final class TridentAllocatorRouter extends AbstractService
    implements ContainerAllocator, RMHeartbeatHandler {
  private final ClientService clientService;
  private final AppContext context;
  private final Supplier<@Nullable AMPreemptionPolicy> preemptionPolicy;
  private final NodeManager node;
  private final Guard guard;
  private volatile @Nullable RMCommunicator allocator;
  private @Nullable WorkflowStep step;

  /** The node manager that runs the master, as the local allocator wants it. */
  record NodeManager(String host, int port, int httpPort, ContainerId container) {}

  TridentAllocatorRouter(
      ClientService clientService,
      AppContext context,
      Supplier<@Nullable AMPreemptionPolicy> preemptionPolicy,
      NodeManager node,
      Guard guard) {
    super(TridentAllocatorRouter.class.getName());
    this.clientService = clientService;
    this.context = context;
    this.preemptionPolicy = preemptionPolicy;
    this.node = node;
    this.guard = guard;
  }

  @Override
  protected void serviceStart() throws Exception {
    RMCommunicator chosen = choose();
    allocator = chosen;
    chosen.init(getConfig());
    chosen.start();
    for (Job job : context.getAllJobs().values()) {
      step =
          guard.<@Nullable WorkflowStep>get(
              "Nothing is kept in memory from job to job",
              () -> WorkflowStep.start(job.getID().toString(), getConfig(), guard),
              () -> null);
    }
    super.serviceStart();
  }

  private RMCommunicator choose() throws Exception {
    for (Job job : context.getAllJobs().values()) { // a master has one job
      if (job.isUber()) {
        MRApps.setupDistributedCacheLocal(getConfig());
        return new LocalContainerAllocator(
            clientService, context, node.host(), node.port(), node.httpPort(), node.container());
      }
    }
    return guard.<RMCommunicator>get(
        "Containers are allocated as by Hadoop",
        () -> new TridentContainerAllocator(clientService, context, preemptionPolicy.get(), guard),
        () -> new RMContainerAllocator(clientService, context, preemptionPolicy.get()));
  }

  @Override
  protected void serviceStop() throws Exception {
    WorkflowStep running = step;
    if (running != null && hasSucceeded()) {
      // before the client hears of it and starts the next job
      guard.run("Output is not kept in memory for the next job", running::succeeded);
    }
    try {
      stopAllocator();
    } finally {
      if (running != null) {
        guard.run("A part of Trident is not closed", running::close);
      }
    }
  }

  private void stopAllocator() throws Exception {
    ServiceOperations.stop(allocator);
    super.serviceStop();
  }

  /** {@link Job#getState} is not final until the master has unregistered. */
  private boolean hasSucceeded() {
    for (Job job : context.getAllJobs().values()) {
      return job instanceof JobImpl stock && stock.getInternalState() == JobStateInternal.SUCCEEDED;
    }
    return false;
  }

  @Override
  public void handle(ContainerAllocatorEvent event) {
    ((ContainerAllocator) started()).handle(event);
  }

  @Override
  public long getLastHeartbeatTime() {
    return started().getLastHeartbeatTime();
  }

  @Override
  public void runOnNextHeartbeat(Runnable callback) {
    started().runOnNextHeartbeat(callback);
  }

  void setSignalled() {
    if (allocator != null) {
      allocator.setSignalled(true);
    }
  }

  void setShouldUnregister(boolean shouldUnregister) {
    if (allocator != null) {
      allocator.setShouldUnregister(shouldUnregister);
    }
  }

  private RMCommunicator started() {
    RMCommunicator running = allocator;
    if (running == null) {
      throw new IllegalStateException("The allocator has not been started");
    }
    return running;
  }
}

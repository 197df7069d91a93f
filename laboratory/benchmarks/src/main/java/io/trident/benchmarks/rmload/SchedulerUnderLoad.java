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

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.placement.ApplicationPlacementContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.hadoop.yarn.util.Records;

/**
 * A scheduler's entry points as the resource manager calls them, each call timed. Application
 * masters are unmanaged: they take no containers. To be used by one thread.
 */
final class SchedulerUnderLoad implements AutoCloseable {
  private static final ThreadMXBean THREADS =
      (ThreadMXBean) ManagementFactory.getThreadMXBean(); // HotSpot's, which counts bytes

  private final VirtualClock clock = new VirtualClock();
  private final HeadlessResourceManager manager;
  private final RMContext context;
  private final HostScheduler host;
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final long[] ownThreads;
  private final CallTimes nodeUpdates = new CallTimes();
  private final CallTimes allocates = new CallTimes();
  private final CallTimes others = new CallTimes();

  SchedulerUnderLoad(HostScheduler host, Contender contender, Drive drive) {
    this.host = host;
    Set<Long> before = new HashSet<>();
    for (long id : THREADS.getAllThreadIds()) {
      before.add(id);
    }
    manager =
        HeadlessResourceManager.start(
            host,
            contender,
            HeadlessResourceManager.configuration(host, drive),
            drive == Drive.HEARTBEAT ? clock : System::nanoTime);
    context = manager.getRMContext();
    scheduler = manager.scheduler();
    ownThreads =
        Arrays.stream(THREADS.getAllThreadIds()).filter(id -> !before.contains(id)).toArray();
  }

  /** Sets the simulated time. */
  void at(long millis) {
    clock.set(millis);
  }

  /** What a scheduler does by itself from time to time. */
  void update() {
    timed(
        others,
        () -> {
          scheduler.update();
          return true;
        });
  }

  SimulatedNode addNode(String host, String rack) {
    SimulatedNode node = new SimulatedNode(context, host, rack);
    scheduler.handle(new NodeAddedSchedulerEvent(node));
    return node;
  }

  /** A heartbeat of a node, whose report is prepared. */
  void nodeUpdate(SimulatedNode node) {
    NodeUpdateSchedulerEvent event = new NodeUpdateSchedulerEvent(node);
    timed(
        nodeUpdates,
        () -> {
          scheduler.handle(event);
          return true;
        });
  }

  /** A heartbeat of an application. */
  List<Container> allocate(
      ApplicationAttemptId attempt, List<ResourceRequest> asks, List<ContainerId> releases) {
    return timed(
            allocates,
            () ->
                scheduler.allocate(
                    attempt, asks, null, releases, null, null, new ContainerUpdates()))
        .getContainers();
  }

  /** Adds an application with its first attempt. */
  void submit(ApplicationAttemptId attempt, String queue, String user) {
    ApplicationId id = attempt.getApplicationId();
    ApplicationSubmissionContext submission = Records.newRecord(ApplicationSubmissionContext.class);
    submission.setApplicationId(id);
    submission.setApplicationName(id.toString());
    submission.setQueue(queue);
    submission.setPriority(Priority.newInstance(0));
    submission.setUnmanagedAM(true);
    submission.setMaxAppAttempts(1);
    context
        .getRMApps()
        .put(
            id,
            new RMAppImpl(
                id,
                context,
                manager.getConfig(),
                id.toString(),
                user,
                queue,
                submission,
                scheduler,
                null,
                System.currentTimeMillis(),
                "MAPREDUCE",
                Set.of(),
                List.of()));
    context.getNMTokenSecretManager().registerApplicationAttempt(attempt);
    timed(
        others,
        () -> {
          scheduler.handle(
              new AppAddedSchedulerEvent(
                  user,
                  submission,
                  false,
                  submission.getPriority(),
                  new ApplicationPlacementContext(queue, "root")));
          scheduler.handle(new AppAttemptAddedSchedulerEvent(attempt, false));
          return true;
        });
  }

  /** Removes an application. */
  void finish(ApplicationAttemptId attempt) {
    ApplicationId id = attempt.getApplicationId();
    timed(
        others,
        () -> {
          scheduler.handle(
              new AppAttemptRemovedSchedulerEvent(attempt, RMAppAttemptState.FINISHED, false));
          scheduler.handle(new AppRemovedSchedulerEvent(id, RMAppState.FINISHED));
          return true;
        });
    context.getNMTokenSecretManager().unregisterApplicationAttempt(attempt);
    context.getRMApps().remove(id);
  }

  private <T> T timed(CallTimes times, Supplier<T> call) {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long cpu = THREADS.getCurrentThreadCpuTime();
    clock.callBegins();
    long start = System.nanoTime();
    T result = call.get();
    long nanos = System.nanoTime() - start;
    clock.callEnds();
    times.add(
        new Cost(
            nanos,
            THREADS.getCurrentThreadCpuTime() - cpu,
            THREADS.getCurrentThreadAllocatedBytes() - bytes));
    return result;
  }

  CallTimes nodeUpdates() {
    return nodeUpdates;
  }

  CallTimes allocates() {
    return allocates;
  }

  /** Forgets what calls took. */
  void forgetTimes() {
    nodeUpdates.clear();
    allocates.clear();
    others.clear();
  }

  /**
   * What all calls took that are not forgotten, and the scheduler's own threads since the start.
   */
  Cost cost() {
    Cost background = Cost.NONE;
    for (long id : ownThreads) {
      long cpu = Math.max(0, THREADS.getThreadCpuTime(id)); // -1 where the thread has ended
      long bytes = Math.max(0, THREADS.getThreadAllocatedBytes(id));
      background = background.plus(new Cost(cpu, cpu, bytes));
    }
    return background.plus(nodeUpdates.total()).plus(allocates.total()).plus(others.total());
  }

  /** Returns the share of the cluster's memory that is in use, as the scheduler counts. */
  double usedShare() {
    double used = 0;
    for (SchedulerNode node : scheduler.getNodeTracker().getAllNodes()) {
      used += node.getAllocatedResource().getMemorySize();
    }
    return used / scheduler.getClusterResource().getMemorySize();
  }

  /**
   * Checks that no queue is beyond its maximum.
   *
   * @throws IllegalStateException if one is
   */
  void checkQueues() {
    for (String name : LoadQueue.names()) {
      if (host.isBeyondMaximum(scheduler, name)) {
        throw new IllegalStateException("Queue %s has more than its maximum.".formatted(name));
      }
    }
  }

  @Override
  public void close() {
    scheduler.stop();
    manager.stop();
  }
}

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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.api.records.JobId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskType;
import org.apache.hadoop.mapreduce.v2.app.AppContext;
import org.apache.hadoop.mapreduce.v2.app.MRAppMaster;
import org.apache.hadoop.mapreduce.v2.app.job.Job;
import org.apache.hadoop.mapreduce.v2.app.job.Task;
import org.apache.hadoop.mapreduce.v2.app.job.TaskAttempt;
import org.apache.hadoop.mapreduce.v2.app.job.event.TaskAttemptContainerAssignedEvent;
import org.apache.hadoop.mapreduce.v2.app.rm.RMContainerRequestor.ContainerRequest;
import org.apache.hadoop.mapreduce.v2.app.rm.preemption.NoopAMPreemptionPolicy;
import org.apache.hadoop.mapreduce.v2.util.MRBuilderUtils;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.ipc.YarnRPC;

/** A container allocator, Hadoop's or Trident's, run heartbeat by heartbeat in one thread. */
final class AllocatorRun implements AutoCloseable {
  static {
    // One of Hadoop's assertions does not hold when a container for a retry comes late. Off in use.
    ClassLoader.getSystemClassLoader()
        .setClassAssertionStatus(
            "org.apache.hadoop.mapreduce.v2.app.rm.RMContainerAllocator", false);
  }

  static final Priority MAP = RMContainerAllocator.PRIORITY_MAP;
  static final Priority RETRIED_MAP = RMContainerAllocator.PRIORITY_FAST_FAIL_MAP;

  private static final ApplicationId APPLICATION = ApplicationId.newInstance(1, 1);
  private static final JobId JOB = MRBuilderUtils.newJobId(APPLICATION, 1);

  final CountingResourceManager resourceManager;

  /** Attempts that have a container, with it. */
  final Map<TaskAttemptId, Container> running = new LinkedHashMap<>();

  /** How many attempts got a container, asked for as a map's, where another of the task runs. */
  int besideOthers;

  private final Set<TaskAttemptId> attempts = new HashSet<>();
  private final Set<TaskAttemptId> retries = new HashSet<>();
  private final RMContainerAllocator allocator;

  private AllocatorRun(Allocators maker, Configuration settings) {
    ApplicationAttemptId attempt = ApplicationAttemptId.newInstance(APPLICATION, 1);
    resourceManager = new CountingResourceManager(attempt);
    Configuration conf = new YarnConfiguration(settings);
    conf.set("trident.mapreduce.without-tiers", "locations");
    conf.setClass(YarnConfiguration.IPC_RPC_IMPL, InProcessRpc.class, YarnRPC.class);
    InProcessRpc.serve(resourceManager);
    MRAppMaster master =
        new MRAppMaster(attempt, ContainerId.newContainerId(attempt, 1), "am", 1, 1, 0);
    allocator = maker.make(new Context(master, conf));
    allocator.init(conf);
    allocator.start();
  }

  /** Makes an allocator whose thread of heartbeats does not start. */
  private interface Allocators {
    RMContainerAllocator make(AppContext context);
  }

  static AllocatorRun stock(Configuration conf) {
    return new AllocatorRun(
        context ->
            new RMContainerAllocator(null, context, new NoopAMPreemptionPolicy()) {
              @Override
              protected void startAllocatorThread() {}
            },
        conf);
  }

  static AllocatorRun trident(Configuration conf) {
    return new AllocatorRun(
        context ->
            new TridentContainerAllocator(null, context, new NoopAMPreemptionPolicy()) {
              @Override
              protected void startAllocatorThread() {}
            },
        conf);
  }

  static TaskAttemptId attempt(int map, int number) {
    return MRBuilderUtils.newTaskAttemptId(
        MRBuilderUtils.newTaskId(JOB, map, TaskType.MAP), number);
  }

  void request(TaskAttemptId attempt, String... hosts) {
    attempts.add(attempt);
    allocator.handleEvent(
        new ContainerRequestEvent(
            attempt, CountingResourceManager.CAPABILITY, hosts, new String[] {"/default-rack"}));
  }

  private Set<NodeId> othersOf(TaskAttemptId attempt) {
    return running.entrySet().stream()
        .filter(one -> one.getKey().getTaskId().equals(attempt.getTaskId()))
        .map(one -> one.getValue().getNodeId())
        .collect(Collectors.toSet());
  }

  void requestAfterFailure(TaskAttemptId attempt) {
    attempts.add(attempt);
    retries.add(attempt);
    allocator.handleEvent(
        ContainerRequestEvent.createContainerRequestEventForFailedContainer(
            attempt, CountingResourceManager.CAPABILITY));
  }

  /** An attempt is no longer wanted, be it waiting or running. */
  void giveUp(TaskAttemptId attempt) {
    running.remove(attempt);
    allocator.handleEvent(
        new ContainerAllocatorEvent(attempt, ContainerAllocator.EventType.CONTAINER_DEALLOCATE));
  }

  /** The task of a running attempt fails, which counts against its node. */
  void fail(TaskAttemptId attempt) {
    Container container = running.remove(attempt);
    resourceManager.end(container.getId(), 1);
    allocator.handleEvent(
        new ContainerFailedEvent(attempt, container.getNodeId().getHost() + ":1"));
  }

  /** A running attempt succeeds, or its node is lost. */
  void end(TaskAttemptId attempt) {
    resourceManager.end(running.remove(attempt).getId(), ContainerExitStatus.SUCCESS);
  }

  void heartbeat() {
    try {
      allocator.heartbeat();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** A heartbeat that something befalls; the allocator's thread logs failures and goes on. */
  void heartbeat(CountingResourceManager.Fault fault) {
    resourceManager.fail(fault);
    try {
      allocator.heartbeat();
    } catch (IOException e) {
      assertThat(fault).isNotEqualTo(CountingResourceManager.Fault.NONE);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** How many waiting maps want each node and rack. */
  Map<String, Integer> waitingByName() {
    Map<String, Integer> waiting = new HashMap<>();
    for (ContainerRequest request : allocator.getScheduledRequests().maps.values()) {
      Stream.concat(Stream.of(request.hosts), Stream.of(request.racks))
          .forEach(name -> waiting.merge(name, 1, Integer::sum));
    }
    return waiting;
  }

  /** How many maps wait for a container that was asked for at a priority. */
  long waiting(Priority priority) {
    return allocator.getScheduledRequests().maps.values().stream()
        .filter(request -> request.priority.equals(priority))
        .count();
  }

  int waiting() {
    return allocator.getScheduledRequests().maps.size();
  }

  @Override
  public void close() {
    allocator.setShouldUnregister(false); // wants a job that is the real one
    allocator.stop();
  }

  private final class Context extends MRAppMaster.RunningAppContext {
    Context(MRAppMaster master, Configuration conf) {
      master.super(conf, null);
    }

    @Override
    public Job getJob(JobId id) {
      return proxy(
          Job.class,
          (proxy, method, arguments) ->
              switch (method.getName()) {
                case "getID" -> JOB;
                case "getProgress" -> 0f;
                case "getTotalMaps" -> 1_000;
                case "getTask" -> task((TaskId) arguments[0]);
                default -> method.getReturnType() == int.class ? 0 : null;
              });
    }

    private Task task(TaskId id) {
      Map<TaskAttemptId, TaskAttempt> all = new HashMap<>();
      attempts.stream()
          .filter(one -> one.getTaskId().equals(id))
          .forEach(one -> all.put(one, null));
      return proxy(Task.class, (proxy, method, arguments) -> all);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler answers) {
      return type.cast(
          Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
    }

    @Override
    public EventHandler<Event> getEventHandler() {
      return event -> {
        if (event instanceof TaskAttemptContainerAssignedEvent assigned) {
          TaskAttemptId attempt = assigned.getTaskAttemptID();
          Container container = assigned.getContainer();
          if (container.getPriority().equals(MAP) && !retries.contains(attempt)) {
            besideOthers += othersOf(attempt).contains(container.getNodeId()) ? 1 : 0;
          }
          running.put(attempt, container);
        }
      };
    }
  }
}

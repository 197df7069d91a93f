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

import io.trident.core.guard.Guard;
import io.trident.mapreduce.am.MatchedContainers;
import io.trident.mapreduce.am.TierScheduling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.records.JobId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskType;
import org.apache.hadoop.mapreduce.v2.app.AppContext;
import org.apache.hadoop.mapreduce.v2.app.client.ClientService;
import org.apache.hadoop.mapreduce.v2.app.job.Task;
import org.apache.hadoop.mapreduce.v2.app.job.event.JobCounterUpdateEvent;
import org.apache.hadoop.mapreduce.v2.app.job.event.TaskAttemptContainerAssignedEvent;
import org.apache.hadoop.mapreduce.v2.app.rm.preemption.AMPreemptionPolicy;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.util.RackResolver;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's container allocator, with maps matched to containers by {@link TierScheduling}.
 *
 * <p>In Hadoop's package because what it observes and takes part in is package-private there: the
 * scheduled requests, the assigned requests, and {@link #handleJobPriorityChange}, the one method
 * that is called with the containers of a heartbeat after blacklist and preemption upkeep and
 * before Hadoop assigns them. It holds no decision: those are in {@code io.trident.mapreduce.am}.
 * Not final, so that Hadoop's own test suites can run with their allocators derived from it.
 *
 * <p>Retried maps (asked for at the fast-fail priority), opportunistic maps, containers on
 * blacklisted nodes and containers left over are Hadoop's to handle, untouched, and so are reduces
 * but for the preference map on their asks. Without {@link TierScheduling} all of it is.
 */
@NullMarked
public class TridentContainerAllocator extends RMContainerAllocator {
  private static final Logger LOG = LoggerFactory.getLogger(TridentContainerAllocator.class);

  private static final String NOT_IN_LOG = "Hadoop's log lines do not count matched maps";

  private final Guard guard;
  private @Nullable TierScheduling scheduling;
  private @Nullable TridentLoggedCounts loggedCounts;
  private int runningMapLimit;

  /** Whether containers came for maps, and not all that follows from them has been done. */
  private boolean mapsServed;

  /** As {@link RMContainerAllocator}'s. */
  public TridentContainerAllocator(
      ClientService clientService,
      AppContext context,
      @Nullable AMPreemptionPolicy preemptionPolicy) {
    this(
        clientService,
        context,
        preemptionPolicy,
        new Guard((consequence, failure) -> LOG.warn("{} (logged once)", consequence, failure)));
  }

  /** As {@link RMContainerAllocator}'s, with the guard of the whole application master. */
  public TridentContainerAllocator(
      ClientService clientService,
      AppContext context,
      @Nullable AMPreemptionPolicy preemptionPolicy,
      Guard guard) {
    super(clientService, context, preemptionPolicy);
    this.guard = guard;
  }

  @Override
  protected void serviceInit(Configuration conf) throws Exception {
    super.serviceInit(conf);
    runningMapLimit =
        conf.getInt(MRJobConfig.JOB_RUNNING_MAP_LIMIT, MRJobConfig.DEFAULT_JOB_RUNNING_MAP_LIMIT);
    scheduling =
        guard
            .get(
                "Containers are asked for and assigned as by Hadoop",
                () ->
                    TierScheduling.start(
                        conf,
                        getContext().getApplicationAttemptId(),
                        PRIORITY_MAP,
                        PRIORITY_REDUCE,
                        this::hasSeveralAttempts,
                        this::count,
                        guard),
                Optional::<TierScheduling>empty)
            .orElse(null);
    with(NOT_IN_LOG, () -> loggedCounts = new TridentLoggedCounts(this));
  }

  @Override
  protected void serviceStop() throws Exception {
    super.serviceStop(); // unregisters: whoever waits for the job need not wait for what follows
    if (getContext().isLastAMRetry()) {
      with("What prefetching brought is not reported", () -> trident().ended(getJob()));
    } else {
      with("The next attempt of this master has blocks cached again", () -> trident().leave());
    }
    with("A part of Trident is not closed", () -> trident().close());
  }

  /**
   * Does a part of Trident's work, if Trident works here. The part names no class of Trident in its
   * signature: where one is missing, even making it would fail.
   */
  private void with(String consequence, Guard.Action part) {
    if (scheduling != null) {
      guard.run(consequence, part);
    }
  }

  private TierScheduling trident() {
    return Objects.requireNonNull(scheduling);
  }

  @Override
  protected ApplicationMasterProtocol createSchedulerProxy() {
    ApplicationMasterProtocol stock = super.createSchedulerProxy();
    TierScheduling trident = scheduling;
    return trident == null
        ? stock
        : guard.get("Asks go out without preferences", () -> trident.stamping(stock), () -> stock);
  }

  @Override
  protected synchronized void handleEvent(ContainerAllocatorEvent event) {
    TierScheduling trident = scheduling;
    super.handleEvent(
        trident == null
            ? event
            : guard.get(
                "Attempts are asked for where others of their task run",
                () -> besideOthers(event, trident),
                () -> event));
  }

  private boolean hasSeveralAttempts(TaskId id) {
    Task task = getJob().getTask(id);
    return task != null && task.getAttempts().size() > 1;
  }

  /** A request for a map without the nodes that run other attempts of it; else the event itself. */
  private static ContainerAllocatorEvent besideOthers(
      ContainerAllocatorEvent event, TierScheduling trident) {
    if (!(event instanceof ContainerRequestEvent request)
        || request.getEarlierAttemptFailed()
        || request.getAttemptID().getTaskId().getTaskType() != TaskType.MAP) {
      return event;
    }
    Set<String> others = trident.nodesOfOthers(request.getAttemptID());
    return others.isEmpty()
        ? event
        : new ContainerRequestEvent(
            request.getAttemptID(),
            request.getCapability(),
            Stream.of(request.getHosts())
                .filter(host -> !others.contains(host))
                .toArray(String[]::new),
            request.getRacks());
  }

  @Override
  protected void addContainerReq(ContainerRequest request) {
    super.addContainerReq(request);
    if (PRIORITY_MAP.equals(request.priority)) {
      with(
          "A map waits without preferences",
          () ->
              trident().waiting(request.attemptID, List.of(request.hosts), List.of(request.racks)));
    }
  }

  @Override
  protected void decContainerReq(ContainerRequest request) {
    super.decContainerReq(request);
    with(
        "A map that waits no longer keeps its preferences",
        () -> trident().settled(request.attemptID));
  }

  @Override
  protected AssignedRequests createAssignedRequests() {
    return new AssignedRequests() {
      @Override
      void add(Container container, TaskAttemptId attempt) {
        super.add(container, attempt);
        if (attempt.getTaskId().getTaskType() == TaskType.MAP) {
          with(
              "An assignment is not counted",
              () -> trident().assigned(attempt, container.getNodeId().getHost()));
        }
      }

      @Override
      boolean remove(TaskAttemptId attempt) {
        boolean removed = super.remove(attempt);
        if (attempt.getTaskId().getTaskType() == TaskType.MAP) {
          with("Another attempt avoids a node in vain", () -> trident().vacated(attempt));
        }
        return removed;
      }
    };
  }

  @Override
  void handleJobPriorityChange(AllocateResponse response) {
    super.handleJobPriorityChange(response);
    with(
        "Containers are left to Hadoop's own assignment",
        () -> assignMaps(response.getAllocatedContainers()));
  }

  @Override
  protected synchronized void heartbeat() throws Exception {
    super.heartbeat();
    if (mapsServed) {
      mapsServed = false;
      with("Containers that were given back are not asked for again", this::askAgain);
    }
  }

  /**
   * Asks again where containers were given back, or to retries, while maps wait.
   *
   * <p>The resource manager counts a container that it gave as asked for no longer. Hadoop asks
   * again for one on a blacklisted node only if it finds a waiting map in a list of its own, which
   * also holds maps that have a container; and not at all if a retried map took one of these
   * containers. A map would then wait for ever. Any new ask brings the true number to the resource
   * manager, and a map's assignment is one; so only where there is none something is to be done.
   */
  private void askAgain() {
    for (ResourceRequest ask : getAsk()) {
      if (PRIORITY_MAP.equals(ask.getPriority())
          && ResourceRequest.isAnyLocation(ask.getResourceName())) {
        return;
      }
    }
    Map<TaskAttemptId, ContainerRequest> maps = getScheduledRequests().maps;
    for (ContainerRequest request : maps.values()) {
      if (PRIORITY_MAP.equals(request.priority)) {
        ContainerRequest again = getFilteredContainerRequest(request);
        decContainerReq(request);
        maps.put(again.attemptID, again);
        addContainerReq(again);
        return;
      }
    }
  }

  private void assignMaps(List<Container> allocated) {
    Map<TaskAttemptId, ContainerRequest> maps = getScheduledRequests().maps;
    List<Container> offered = new ArrayList<>();
    int forRetries = 0;
    for (Container container : allocated) {
      mapsServed |= PRIORITY_MAP.equals(container.getPriority());
      if (PRIORITY_FAST_FAIL_MAP.equals(container.getPriority())) {
        forRetries++;
      } else if (PRIORITY_MAP.equals(container.getPriority())
          && !isNodeBlacklisted(container.getNodeId().getHost())) {
        offered.add(container);
      }
    }
    int limit = Integer.MAX_VALUE;
    if (runningMapLimit > 0) {
      limit = Math.max(0, runningMapLimit - getAssignedRequests().maps.size() - forRetries);
    }
    MatchedContainers matched = trident().match(offered, limit);
    for (Container container : matched.refused()) {
      allocated.remove(container);
      pendingRelease.add(container.getId());
      release(container.getId());
      with(
          NOT_IN_LOG,
          () -> {
            if (loggedCounts != null) {
              loggedCounts.refused();
            }
          });
    }
    for (Map.Entry<TaskAttemptId, Container> pair : matched.given().entrySet()) {
      ContainerRequest request = maps.get(pair.getKey());
      Container container = pair.getValue();
      if (request != null && fits(container, request)) {
        maps.remove(pair.getKey());
        allocated.remove(container);
        assign(container, request);
      }
    }
  }

  private boolean fits(Container container, ContainerRequest request) {
    return ResourceCalculatorUtils.computeAvailableContainers(
            container.getResource(), request.capability, getSchedulerResourceTypes())
        > 0;
  }

  /** What Hadoop's private {@code containerAssigned} does, and its counts of locality. */
  @SuppressWarnings("unchecked") // the event handler is a raw type in Hadoop
  private void assign(Container container, ContainerRequest request) {
    decContainerReq(request);
    eventHandler.handle(
        new TaskAttemptContainerAssignedEvent(request.attemptID, container, applicationACLs));
    getAssignedRequests().add(container, request.attemptID);
    JobCounter locality = locality(container.getNodeId().getHost(), request);
    JobCounterUpdateEvent event = new JobCounterUpdateEvent(jobId());
    event.addCounterUpdate(locality, 1);
    eventHandler.handle(event);
    with(
        NOT_IN_LOG,
        () -> {
          if (loggedCounts != null) {
            loggedCounts.assigned(locality);
          }
        });
  }

  private static JobCounter locality(String node, ContainerRequest request) {
    if (List.of(request.hosts).contains(node)) {
      return JobCounter.DATA_LOCAL_MAPS;
    }
    String rack = RackResolver.resolve(node).getNetworkLocation();
    return List.of(request.racks).contains(rack)
        ? JobCounter.RACK_LOCAL_MAPS
        : JobCounter.OTHER_LOCAL_MAPS;
  }

  @SuppressWarnings("unchecked") // the event handler is a raw type in Hadoop
  private void count(Enum<?> counter, long increment) {
    JobCounterUpdateEvent event = new JobCounterUpdateEvent(jobId());
    event.addCounterUpdate(counter, increment);
    eventHandler.handle(event);
  }

  private JobId jobId() {
    return TypeConverter.toYarn(TypeConverter.fromYarn(applicationId));
  }
}

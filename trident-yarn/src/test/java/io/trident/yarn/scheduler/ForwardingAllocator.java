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
package io.trident.yarn.scheduler;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.DiagnosticsCollector;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.SchedulingMode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSet;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.PendingAskUpdateResult;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * An allocator of another class loader: the resource manager, which makes allocators by name, knows
 * one of its own only.
 */
public final class ForwardingAllocator<N extends SchedulerNode> extends AppPlacementAllocator<N> {
  private static final ThreadLocal<Supplier<AppPlacementAllocator<?>>> MADE_BY =
      new InheritableThreadLocal<>();

  private final AppPlacementAllocator<N> other = made();

  /** Sets what makes the others, for this thread and those that it starts from now on. */
  static void makeBy(Supplier<AppPlacementAllocator<?>> supplier) {
    MADE_BY.set(supplier);
  }

  @SuppressWarnings("unchecked")
  private static <N extends SchedulerNode> AppPlacementAllocator<N> made() {
    return (AppPlacementAllocator<N>) MADE_BY.get().get();
  }

  @Override
  public void initialize(AppSchedulingInfo info, SchedulerRequestKey key, RMContext context) {
    super.initialize(info, key, context);
    other.initialize(info, key, context);
  }

  @Override
  public Iterator<N> getPreferredNodeIterator(CandidateNodeSet<N> candidates) {
    return other.getPreferredNodeIterator(candidates);
  }

  @Override
  public PendingAskUpdateResult updatePendingAsk(
      Collection<ResourceRequest> requests, boolean recovered) {
    return other.updatePendingAsk(requests, recovered);
  }

  @Override
  public PendingAskUpdateResult updatePendingAsk(
      SchedulerRequestKey key, SchedulingRequest request, boolean recovered) {
    return other.updatePendingAsk(key, request, recovered);
  }

  @Override
  public Map<String, ResourceRequest> getResourceRequests() {
    return other.getResourceRequests();
  }

  @Override
  public PendingAsk getPendingAsk(String resourceName) {
    return other.getPendingAsk(resourceName);
  }

  @Override
  public int getOutstandingAsksCount(String resourceName) {
    return other.getOutstandingAsksCount(resourceName);
  }

  @Override
  public ContainerRequest allocate(SchedulerRequestKey key, NodeType type, SchedulerNode node) {
    return other.allocate(key, type, node);
  }

  @Override
  public boolean canAllocate(NodeType type, SchedulerNode node) {
    return other.canAllocate(type, node);
  }

  @Override
  public boolean canDelayTo(String resourceName) {
    return other.canDelayTo(resourceName);
  }

  @Override
  public boolean precheckNode(
      SchedulerNode node, SchedulingMode mode, Optional<DiagnosticsCollector> diagnostics) {
    return other.precheckNode(node, mode, diagnostics);
  }

  @Override
  public boolean precheckNode(SchedulerNode node, SchedulingMode mode) {
    return other.precheckNode(node, mode);
  }

  @Override
  public String getPrimaryRequestedNodePartition() {
    return other.getPrimaryRequestedNodePartition();
  }

  @Override
  public int getUniqueLocationAsks() {
    return other.getUniqueLocationAsks();
  }

  @Override
  public void showRequests() {
    other.showRequests();
  }

  @Override
  public SchedulingRequest getSchedulingRequest() {
    return other.getSchedulingRequest();
  }
}

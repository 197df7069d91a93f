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
package io.trident.cli.inspect;

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.matching.SlotGroup;
import io.trident.core.matching.TransportationMatcher;
import io.trident.core.model.Locality;
import io.trident.core.model.RackResolver;
import io.trident.core.placement.Explainer;
import io.trident.core.placement.Placement;
import io.trident.core.placement.PlacementExplanation;
import io.trident.core.placement.PlacementSnapshot;
import io.trident.core.placement.PlacementTask;
import io.trident.core.placement.Policies;
import io.trident.core.placement.PolicyName;
import io.trident.core.request.AllocationSnapshot;
import io.trident.core.request.ContainerAllocation;
import io.trident.core.request.ContainerAsk;
import io.trident.core.request.PotentialContainer;
import io.trident.core.request.ResourceRequests;
import io.trident.core.storage.SegmentTiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What Trident would do with a job over some segments: the requests of the application master, the
 * containers of the ResourceManager and the tasks in them. The decisions are those of the shipped
 * code on a snapshot.
 *
 * @param asks requests, with preference maps
 * @param containers node -> containers that Algorithm 3 gives
 * @param placement the matching of tasks to them
 * @param explanations one per task, in task order
 */
record Plan(
    List<ContainerAsk> asks,
    Map<String, Integer> containers,
    Placement placement,
    List<PlacementExplanation> explanations) {

  static Plan of(List<SegmentTiers> segments, Slots slots, CostModel model) {
    Map<String, String> racks = slots.racks();
    RackResolver topology =
        node -> racks.getOrDefault(node, org.apache.hadoop.net.NetworkTopology.DEFAULT_RACK);
    List<PlacementTask> tasks = new ArrayList<>();
    List<CostProfile> profiles = new ArrayList<>();
    for (SegmentTiers segment : segments) {
      String name = "map " + tasks.size();
      tasks.add(new PlacementTask(name, segment.inputs(), Set.of()));
      profiles.add(CostProfile.ofBlocks(name, segment.inputs(), topology, model));
    }
    List<ContainerAsk> asks =
        ResourceRequests.ofPreferredNodes(profiles, topology, new TransportationMatcher());
    List<PotentialContainer> given =
        ContainerAllocation.allocate(
            new AllocationSnapshot(
                asks,
                slots.nodes(),
                Math.min(tasks.size(), slots.total()),
                model.rackLocal(),
                model.offRack()));
    Map<String, Integer> containers = new TreeMap<>();
    given.forEach(container -> containers.merge(container.node(), 1, Integer::sum));
    List<SlotGroup> groups = new ArrayList<>();
    containers.forEach(
        (node, count) -> groups.add(SlotGroup.ofNode(node, topology.rackOf(node), count)));
    PlacementSnapshot snapshot =
        new PlacementSnapshot(tasks, groups, topology, model, Locality.OFF_RACK);
    Placement placement = Policies.of(PolicyName.TRIDENT).place(snapshot);
    Explainer explainer = new Explainer(snapshot, placement);
    return new Plan(
        asks,
        containers,
        placement,
        IntStream.range(0, tasks.size()).mapToObj(explainer::explain).toList());
  }
}

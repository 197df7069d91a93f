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
package io.trident.cli.whatif;

import io.trident.core.request.ContainerAllocation;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code trident whatif allocate}: which containers an application gets. */
@Command(
    name = "allocate",
    description = {
      "Allocates containers by Algorithm 3: the cheapest that the requests and the room allow.",
      "",
      "In:  {\"rackLocal\":40,\"offRack\":100,\"max\":3,",
      "      \"nodes\":[{\"name\":\"n1\",\"rack\":\"/r1\",\"free\":2}],",
      "      \"requests\":[{\"resource\":\"n1\",\"containers\":2,\"preferences\":{\"1\":1,\"20\":1}},",
      "                  {\"resource\":\"/r1\",...},{\"resource\":\"*\",...}]}",
      "Out: {\"containers\":[{\"node\":\"n1\",\"cost\":1.0},{\"node\":\"n1\",\"cost\":20.0}]}"
    })
final class AllocateCommand extends JsonDecision<AllocateInstance, AllocateCommand.Answer> {
  /** The answer, as written in JSON. */
  record Answer(List<Allocated> containers) {}

  /** A container and its assignment cost. */
  record Allocated(String node, double cost) {}

  AllocateCommand() {
    super(AllocateInstance.class);
  }

  @Override
  Answer decide(AllocateInstance instance) {
    return new Answer(
        ContainerAllocation.allocate(instance.snapshot()).stream()
            .map(container -> new Allocated(container.node(), container.cost()))
            .toList());
  }
}

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

import io.trident.core.request.AllocationSnapshot;
import io.trident.core.request.ContainerAllocation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
final class AllocateCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      description = "JSON lines, one instance a line; - reads standard input.")
  private Path file = Path.of("-");

  /** The answer, as written in JSON. */
  record Answer(List<Allocated> containers) {}

  /** A container and its assignment cost. */
  record Allocated(String node, double cost) {}

  @Override
  public Integer call() throws IOException {
    CommandSpec command = Fields.require(spec, "spec");
    Answers answers =
        new Answers(
            OutputFormat.JSON, command.commandLine().getOut(), command.commandLine().getErr());
    JsonLines.answer(
        file, AllocateInstance.class, instance -> decide(instance.snapshot()), answers);
    return answers.exitCode();
  }

  private static Answer decide(AllocationSnapshot snapshot) {
    return new Answer(
        ContainerAllocation.allocate(snapshot).stream()
            .map(container -> new Allocated(container.node(), container.cost()))
            .toList());
  }
}

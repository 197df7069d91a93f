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

import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.prefetch.Prefetchers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code trident whatif prefetch}: which blocks to move into memory before a job runs. */
@Command(
    name = "prefetch",
    description = {
      "Plans which blocks of a job's input to prefetch, and how long to delay the job for it.",
      "",
      "In:  {\"slots\":3,\"rates\":{\"memory\":3200,\"disk\":32},\"cpuRate\":64,",
      "      \"timeToInit\":2,\"timeToSchedule\":1,\"timeToInitCache\":1,\"delay\":false,",
      "      \"blocks\":[{\"id\":\"B1\",\"bytes\":32,",
      "                 \"replicas\":[{\"node\":\"n1\",\"device\":\"d1\",\"type\":\"disk\"}]}],",
      "      \"nodes\":[{\"name\":\"n1\",\"slots\":3,\"cacheFree\":1024}]}",
      "Out: {\"prefetch\":[\"B1\"],\"delay\":0.0,",
      "      \"predicted\":{\"none\":4.5,\"all\":3.51,\"planned\":3.51},\"cacheTimes\":{\"B1\":2.0}}",
      "",
      "Sizes are in MB and rates in MB/s unless a unit is given (\"128 MB\", \"3.2 GB/s\"), times in"
          + " seconds. Needed are \"blocks\", with id and bytes, and \"slots\", of the job or of its"
          + " nodes; these count if both are given. \"delay\" may be the most seconds.",
      "Optional are \"cached\":[{\"node\",\"ready\"}] of a block that is in memory from then on,"
          + " \"cpuSpeed\" and \"cachingThreads\" (blocks cached from each device at once) of a node,"
          + " \"network\" of the rates, and \"tasks\":[{\"id\",\"blocks\":[ids]}]; else there is a task"
          + " for each block, in the order of ids. Blocks are considered in the order given."
    })
final class PrefetchCommand extends JsonDecision<PrefetchInstance, PrefetchAnswer> {
  @Option(
      names = "--output",
      paramLabel = "OUTPUT",
      description = "How answers are written: ${COMPLETION-CANDIDATES}; json if absent.")
  private OutputFormat output = OutputFormat.JSON;

  PrefetchCommand() {
    super(PrefetchInstance.class);
  }

  @Override
  OutputFormat output() {
    return output;
  }

  @Override
  PrefetchAnswer decide(PrefetchInstance instance) {
    PrefetcherName name =
        instance.mayDelay() ? PrefetcherName.TRIDENT_DELAY : PrefetcherName.TRIDENT;
    return new PrefetchAnswer(Prefetchers.of(name).plan(instance.snapshot()));
  }
}

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
package io.trident.lab.demo.prefetch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** The result for programs. */
final class ComparisonJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private ComparisonJson() {}

  static String of(PrefetcherComparisonResult result) throws IOException {
    ObjectNode root = MAPPER.createObjectNode();
    ObjectNode times = root.putObject("times");
    times.put("timeToInit", result.times().timeToInit());
    times.put("timeToLaunch", result.times().timeToLaunch());
    times.put("cpuBytesPerSecond", result.times().bytesPerSecond());
    times.put("diskBytesPerSecond", result.options().diskBytesPerSecond());
    ArrayNode runs = root.putArray("runs");
    for (PrefetchRun run : result.runs()) {
      ObjectNode node = runs.addObject();
      node.put("scheduler", run.scheduler());
      node.put("prefetcher", run.prefetcher().label());
      node.put("repeat", run.repeat());
      node.put("seconds", Math.round(run.seconds() * 1000) / 1000.0);
      run.times().predicted().ifPresent(value -> node.put("predictedMapSeconds", value));
      node.put("measuredMapSeconds", run.times().measured());
      ObjectNode maps = node.putObject("maps");
      run.counts().forEach((from, count) -> maps.put(from.label(), count));
      node.put("prefetched", run.requested());
      node.put("cached", run.cached().size());
      node.put("wasted", run.wasted());
      ArrayNode reads = node.putArray("reads");
      for (MapRead read : run.reads()) {
        reads
            .addObject()
            .put("block", read.copy().blockId())
            .put("from", read.from().label())
            .put("seconds", since(run, read.startMillis()));
      }
      ArrayNode cached = node.putArray("inMemory");
      run.cached()
          .forEach(
              (copy, millis) ->
                  cached
                      .addObject()
                      .put("block", copy.blockId())
                      .put("seconds", since(run, millis)));
    }
    try {
      return MAPPER.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IOException(e);
    }
  }

  private static double since(PrefetchRun run, long millis) {
    return (millis - run.submittedMillis()) / 1e3;
  }
}

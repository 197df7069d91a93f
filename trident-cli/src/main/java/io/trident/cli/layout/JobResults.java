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
package io.trident.cli.layout;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trident.cli.Progress;
import io.trident.layout.mapreduce.job.JobCost;
import java.io.IOException;
import java.util.List;

/** What results of jobs have in common. */
final class JobResults {
  private static final int SHOWN = 20;

  private JobResults() {}

  /** Adds what jobs moved, and how long that took. */
  static ObjectNode withCost(ObjectNode object, JobCost cost, Progress progress) {
    return object
        .put("bytesRead", cost.bytesRead())
        .put("bytesShuffled", cost.bytesShuffled())
        .put("bytesWritten", cost.bytesWritten())
        .put("seconds", progress.seconds());
  }

  /**
   * Prints what was compared: all problems in JSON, else the first of them and a summary.
   *
   * @return the exit code
   */
  static int printProblems(
      TableArguments arguments, ObjectNode object, List<String> problems, String summary)
      throws IOException {
    problems.forEach(object.putArray("problems")::add);
    StringBuilder text = new StringBuilder();
    problems.stream()
        .limit(SHOWN)
        .forEach(problem -> text.append(problem).append(System.lineSeparator()));
    arguments.print(object, text.append(summary).toString());
    return problems.isEmpty() ? 0 : 1;
  }
}

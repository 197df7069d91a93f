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
package io.trident.lab.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.benchmarks.results.Prediction;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** What jobs report of how long they were expected to take, and took. */
final class JobReports {
  private static final long POLL_MS = 200;

  private final ObjectMapper json = new ObjectMapper();
  private final FileSystem files;
  private final Path directory;

  /** Those in a directory, {@code trident.mapreduce.placements-dir}. */
  JobReports(FileSystem files, Path directory) {
    this.files = files;
    this.directory = directory;
  }

  /**
   * Waits for a job's report, which comes after its end.
   *
   * @param learned whether its class was known to the model
   * @return empty if there is none by then, or it has no times
   */
  Optional<Prediction> await(String jobId, boolean learned, Duration atMost)
      throws InterruptedException {
    Path file = new Path(directory, jobId + "_1.prefetch.json");
    long start = System.nanoTime();
    Optional<JsonNode> report = read(file);
    while (report.isEmpty() && System.nanoTime() - start < atMost.toNanos()) {
      Thread.sleep(POLL_MS);
      report = read(file);
    }
    return report.flatMap(found -> prediction(found, learned));
  }

  /** Reads a report; empty if it is not there, or not written to its end. */
  private Optional<JsonNode> read(Path file) {
    try (InputStream in = files.open(file)) {
      JsonNode report = json.readTree(in);
      return report.isObject() ? Optional.of(report) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // whoever waits reports it
    }
  }

  private static Optional<Prediction> prediction(JsonNode report, boolean learned) {
    double predicted = report.at("/predicted/planned").asDouble(Double.NaN);
    double measured = report.path("measuredSeconds").asDouble();
    return measured > 0 && Double.isFinite(predicted)
        ? Optional.of(
            new Prediction(report.path("jobClass").asText(), learned, predicted, measured))
        : Optional.empty();
  }
}

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
package io.trident.lab.queries;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A query on a layout.
 *
 * @param query name of the query
 * @param layout name of the layout
 * @param bytesRead bytes that tasks read, the median of the repetitions
 * @param shuffleBytes bytes that tasks wrote for shuffles, the median of the repetitions
 * @param joinShuffles exchanges by hash or range that are below a join
 * @param dimensions the dimension that each scan read, for logically replicated tables
 * @param tasks how many tasks ran, the median of the repetitions
 * @param taskCpuSeconds processor time of tasks, the median of the repetitions
 * @param driverCpuSeconds processor time of the driver's thread that plans the query and waits for
 *     it, the median of the repetitions
 * @param seconds of each repetition, in ascending order
 */
public record Measurement(
    String query,
    String layout,
    long bytesRead,
    long shuffleBytes,
    int joinShuffles,
    List<String> dimensions,
    long tasks,
    double taskCpuSeconds,
    double driverCpuSeconds,
    List<Double> seconds) {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** Sorts the seconds. */
  public Measurement {
    dimensions = List.copyOf(dimensions);
    seconds = seconds.stream().sorted().toList();
  }

  /** Returns the median of the seconds. */
  public double median() {
    int middle = seconds.size() / 2;
    return seconds.size() % 2 == 1
        ? seconds.get(middle)
        : (seconds.get(middle - 1) + seconds.get(middle)) / 2;
  }

  /** Reads what {@link #write} wrote. */
  static List<Measurement> read(Path file) throws IOException {
    return List.of(MAPPER.readValue(file.toFile(), Measurement[].class));
  }

  /** Writes measurements. */
  public static void write(Path file, List<Measurement> measurements) throws IOException {
    MAPPER.writeValue(file.toFile(), measurements);
  }
}

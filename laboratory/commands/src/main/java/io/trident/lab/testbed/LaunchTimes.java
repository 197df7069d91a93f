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

import io.trident.core.config.PrefetchKeys;
import io.trident.lab.testbed.ReadEvidence.MapRead;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.hadoop.conf.Configuration;

/**
 * How long maps of a test bed run until they begin to read, in seconds: what prefetchers are given
 * ({@code trident.prefetch.time-to-launch-ms}), as Hadoop does not report it. It depends on how
 * many JVMs start at once, so each kind of job has its own; earlier runs of any setup measured it.
 */
final class LaunchTimes {
  private static final double MILLIS = 1e3;
  private static final String FILE_NAME = "launch-times.tsv";

  private final Path file;

  /** Those that runs left in a test bed's directory. */
  LaunchTimes(Path directory) {
    file = directory.resolve(FILE_NAME);
  }

  /**
   * Returns the median of a job's maps; empty without any.
   *
   * @param launchMillis when each map was launched, by its attempt's id, since the epoch
   */
  static OptionalDouble of(Map<String, Long> launchMillis, List<MapRead> reads) {
    List<Double> seconds = new ArrayList<>();
    for (MapRead read : reads) {
      Long launched = launchMillis.get(read.attempt());
      if (launched != null) {
        seconds.add(Math.max(0, read.startMillis() - launched) / MILLIS);
      }
    }
    return median(seconds);
  }

  /** Returns the median of the jobs of a kind; empty if none is on file. */
  OptionalDouble median(String kind) throws IOException {
    if (!Files.exists(file)) {
      return OptionalDouble.empty();
    }
    List<Double> seconds = new ArrayList<>();
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      int tab = line.lastIndexOf('\t');
      if (tab >= 0 && line.substring(0, tab).equals(kind)) {
        seconds.add(Double.parseDouble(line.substring(tab + 1)));
      }
    }
    return median(seconds);
  }

  /** Gives a job of a kind the median where one is on file; else what the user set holds. */
  void configure(String kind, Configuration job) throws IOException {
    OptionalDouble launch = median(kind);
    if (launch.isPresent()) {
      job.setLong(PrefetchKeys.TIME_TO_LAUNCH_MS.name(), Math.round(launch.getAsDouble() * MILLIS));
    }
  }

  /** Adds a job of a kind. */
  void add(String kind, double seconds) throws IOException {
    Files.writeString(
        file,
        String.format(Locale.ROOT, "%s\t%.3f%n", kind, seconds),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private static OptionalDouble median(List<Double> seconds) {
    return seconds.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            StatUtils.percentile(seconds.stream().mapToDouble(Double::doubleValue).toArray(), 50));
  }
}

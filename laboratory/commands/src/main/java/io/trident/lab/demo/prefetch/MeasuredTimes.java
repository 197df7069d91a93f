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

import io.trident.core.config.ConfigKey;
import io.trident.core.config.PrefetchKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.stat.StatUtils;

/**
 * What the planner's model has to know of this machine, measured in a job without prefetching: how
 * long a cluster of a demo takes to start a job depends on nothing but the machine.
 *
 * @param timeToInit seconds from a submission until the first maps are launched
 * @param timeToLaunch seconds from the launch of a map until it begins to read
 * @param bytesPerSecond how fast a map processes beside reading
 */
record MeasuredTimes(double timeToInit, double timeToLaunch, double bytesPerSecond) {
  /**
   * A map of that job; times in seconds since the submission.
   *
   * @param launched when its process was started
   * @param read when it began to read
   * @param finished when it was done
   * @param readSeconds how long reading took
   */
  record Sample(double launched, double read, double finished, long bytes, double readSeconds) {}

  /**
   * Measures.
   *
   * @param firstWave how many maps could be launched at once
   */
  static MeasuredTimes of(List<Sample> maps, int firstWave) {
    List<Sample> first =
        maps.stream()
            .sorted((a, b) -> Double.compare(a.read(), b.read()))
            .limit(Math.max(1, firstWave))
            .toList();
    double launch = median(maps.stream().mapToDouble(map -> map.read() - map.launched()).toArray());
    double begin = median(first.stream().mapToDouble(Sample::read).toArray());
    double rate =
        median(
            maps.stream()
                .mapToDouble(
                    map ->
                        map.bytes()
                            / Math.max(1e-3, map.finished() - map.read() - map.readSeconds()))
                .toArray());
    return new MeasuredTimes(Math.max(0, begin - launch), Math.max(0, launch), rate);
  }

  /** Returns the keys to set in a job's configuration. */
  Map<String, String> keys() {
    Map<String, String> keys = new LinkedHashMap<>();
    put(keys, PrefetchKeys.TIME_TO_INIT_MS, Math.round(timeToInit * 1e3));
    put(keys, PrefetchKeys.TIME_TO_SCHEDULE_MS, 0); // part of the time to launch
    put(keys, PrefetchKeys.TIME_TO_LAUNCH_MS, Math.round(timeToLaunch * 1e3));
    put(keys, PrefetchKeys.CPU_RATE, Math.max(1, Math.round(bytesPerSecond / (1 << 20))));
    return keys;
  }

  private static void put(Map<String, String> keys, ConfigKey<?> key, long value) {
    keys.put(key.name(), Long.toString(value));
  }

  private static double median(double[] values) {
    return StatUtils.percentile(values, 50);
  }
}

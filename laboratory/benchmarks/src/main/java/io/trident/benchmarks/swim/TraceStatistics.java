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
package io.trident.benchmarks.swim;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * What the paper reports of its workload: jobs and bytes by bin (Table 2), and how often files are
 * read (section 7.1).
 *
 * @param jobs number of jobs by bin
 * @param inputBytes what they read, by bin
 * @param existing the files that no job of the trace writes
 * @param generated the files that a job of the trace writes before, and others read
 */
public record TraceStatistics(
    Map<SizeBin, Integer> jobs,
    Map<SizeBin, Long> inputBytes,
    Popularity existing,
    Popularity generated) {
  private static final int OFTEN = 5;

  /**
   * How often files are read.
   *
   * @param files how many files are read at all
   * @param bytes their size
   * @param reads how often they are read, all together
   * @param once how many are read once
   * @param often how many are read more than 5 times
   */
  public record Popularity(int files, long bytes, int reads, int once, int often) {}

  /** Counts. Jobs without an input path have an input of their own. */
  public static TraceStatistics of(SwimTrace trace) {
    EnumMap<SizeBin, Integer> jobs = new EnumMap<>(SizeBin.class);
    EnumMap<SizeBin, Long> bytes = new EnumMap<>(SizeBin.class);
    Map<String, Integer> reads = new HashMap<>();
    Map<String, Long> sizes = new HashMap<>();
    Map<String, Boolean> written = new HashMap<>();
    for (SwimJob job : trace.jobs()) {
      jobs.merge(job.bin(), 1, Integer::sum);
      bytes.merge(job.bin(), job.inputBytes(), Long::sum);
      String input = job.inputPath().isEmpty() ? "input of " + job.name() : job.inputPath();
      reads.merge(input, 1, Integer::sum);
      sizes.merge(input, job.inputBytes(), Math::max);
      if (!job.outputPath().isEmpty()) {
        written.put(job.outputPath(), true);
      }
    }
    Map<String, Integer> existing = new HashMap<>(reads);
    existing.keySet().removeAll(written.keySet());
    Map<String, Integer> generated = new HashMap<>(reads);
    generated.keySet().retainAll(written.keySet());
    return new TraceStatistics(
        jobs, bytes, popularity(existing, sizes), popularity(generated, sizes));
  }

  private static Popularity popularity(Map<String, Integer> reads, Map<String, Long> sizes) {
    long bytes = 0;
    int sum = 0;
    int once = 0;
    int often = 0;
    for (Map.Entry<String, Integer> file : reads.entrySet()) {
      bytes += sizes.getOrDefault(file.getKey(), 0L);
      sum += file.getValue();
      once += file.getValue() == 1 ? 1 : 0;
      often += file.getValue() > OFTEN ? 1 : 0;
    }
    return new Popularity(reads.size(), bytes, sum, once, often);
  }
}

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

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A workload: jobs in the order of submission.
 *
 * @param source where it is from, for reports: a file name, or how it was generated
 * @param jobs by ascending time of submission; names are unique
 */
public record SwimTrace(String source, List<SwimJob> jobs) {
  public SwimTrace {
    Objects.requireNonNull(source, "source");
    jobs = List.copyOf(jobs);
    Set<String> names = new HashSet<>();
    double previous = 0;
    for (SwimJob job : jobs) {
      if (!names.add(job.name())) {
        throw new IllegalArgumentException("Job %s is listed twice.".formatted(job.name()));
      }
      if (job.submitSeconds() < previous) {
        throw new IllegalArgumentException(
            "Job %s is submitted after %s s, before the job that it follows (%s s)."
                .formatted(job.name(), job.submitSeconds(), previous));
      }
      previous = job.submitSeconds();
    }
  }

  /** A trace of jobs in any order; jobs of the same time keep theirs. */
  public static SwimTrace sorted(String source, List<SwimJob> jobs) {
    return new SwimTrace(
        source, jobs.stream().sorted(Comparator.comparingDouble(SwimJob::submitSeconds)).toList());
  }

  /** Returns what all jobs read, in bytes, at most {@link Long#MAX_VALUE}. */
  public long inputBytes() {
    long sum = 0;
    for (SwimJob job : jobs) {
      sum = sum + job.inputBytes() < 0 ? Long.MAX_VALUE : sum + job.inputBytes();
    }
    return sum;
  }
}

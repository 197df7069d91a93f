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
package io.trident.benchmarks.results;

/**
 * What a line that sums up several jobs holds of each of them; their sums are the line's own.
 *
 * @param jobs how many, at least 1
 * @param delayed how many of them a prefetcher held back
 * @param delaySeconds for how long, in sum
 * @param maxDelaySeconds for how long one at most
 * @param p99Seconds the least time that 99 of 100 jobs need no more than
 */
public record SeveralJobs(
    int jobs, int delayed, double delaySeconds, double maxDelaySeconds, double p99Seconds) {
  public SeveralJobs {
    if (jobs < 1 || delayed < 0 || delayed > jobs || !(delaySeconds >= maxDelaySeconds)) {
      throw new IllegalArgumentException(
          "%d of %d jobs delayed by %s s, one of them by %s s"
              .formatted(delayed, jobs, delaySeconds, maxDelaySeconds));
    }
  }
}

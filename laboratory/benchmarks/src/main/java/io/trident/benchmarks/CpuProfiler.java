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
package io.trident.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * CPU time of an operation: that of all Java threads, native code they call included, and of
 * processes that were started. Unlike the time on the clock, it does not wait where others want the
 * processors, too. The JIT compiler and the garbage collector are not in it.
 */
public final class CpuProfiler implements InternalProfiler {
  static final String LABEL = "cpu.time.norm";

  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long before;
  private List<Long> childrenBefore = List.of();

  @Override
  public String getDescription() {
    return "CPU time of Java threads and child processes, per operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    childrenBefore = children();
    before = cpuNanos();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    long operations = result.getMetadata().getAllOps();
    if (operations == 0 || !children().equals(childrenBefore)) {
      return List.of(); // a process that has ended, as in the last iteration, took its time with it
    }
    double millis = (cpuNanos() - before) / NANOS_PER_MILLI / operations;
    return List.of(new ScalarResult(LABEL, millis, "ms/op", AggregationPolicy.AVG));
  }

  private static List<Long> children() {
    return ProcessHandle.current().children().map(ProcessHandle::pid).sorted().toList();
  }

  /** The CPU time of what is alive: JMH keeps its workers from iteration to iteration. */
  private long cpuNanos() {
    long sum = 0;
    for (long id : threads.getAllThreadIds()) {
      sum += Math.max(0, threads.getThreadCpuTime(id)); // -1 where the thread has just ended
    }
    return sum
        + ProcessHandle.current()
            .children()
            .flatMap(child -> child.info().totalCpuDuration().stream())
            .mapToLong(Duration::toNanos)
            .sum();
  }
}

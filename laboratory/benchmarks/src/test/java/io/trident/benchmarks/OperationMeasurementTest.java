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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** What JMH gives is what the table shows: in this process, with short iterations. */
class OperationMeasurementTest {
  @Test
  void aRunHasTimesAndCpuTimeAndBytes() throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(MatcherBenchmark.class.getSimpleName())
                    .param("size", "64x64x1")
                    .param("solver", Solver.HUNGARIAN.name())
                    .forks(0)
                    .warmupIterations(1)
                    .measurementIterations(2)
                    .warmupTime(TimeValue.milliseconds(100))
                    .measurementTime(TimeValue.milliseconds(200))
                    .addProfiler(GCProfiler.class)
                    .addProfiler(CpuProfiler.class)
                    .shouldFailOnError(true)
                    .build())
            .run();

    assertThat(results).hasSize(1);
    OperationMeasurement one = OperationMeasurement.of(results.iterator().next());
    assertThat(one.benchmark()).isEqualTo("match");
    assertThat(one.parameter("kind")).isEqualTo("UNIFORM");
    assertThat(one.medianMillis()).isBetween(one.minMillis(), one.maxMillis());
    assertThat(one.minMillis()).isPositive();
    assertThat(one.cpuMillis())
        .as("more than the fastest call by nothing but noise")
        .isBetween(one.minMillis() / 4, one.maxMillis() * 4);
    long matrix = 64 * 64 * Long.BYTES;
    assertThat(one.allocatedBytes()).isBetween((double) matrix, 100.0 * matrix);
  }
}

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
package io.trident.mapreduce.workflow;

import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;

/** What a job keeps in memory for others, and finds there, as a Hadoop metrics source. */
@Metrics(about = "Outputs kept in memory from job to job", context = "mapred")
final class WorkflowMetrics implements AutoCloseable {
  static final String NAME = "TridentWorkflow";

  private final MetricsSystem system;

  @Metric("Blocks of the job's output that are kept in memory")
  private MutableCounterLong blocksKept;

  @Metric("Blocks of the job's output that were to be kept, but were refused")
  private MutableCounterLong blocksRefused;

  @Metric("Directories of the job's input that were kept in memory for it")
  private MutableCounterLong inputsHeld;

  @SuppressWarnings("NullAway.Init") // the metrics system fills the metrics in on registration
  private WorkflowMetrics(MetricsSystem system) {
    this.system = system;
  }

  static WorkflowMetrics register() {
    MetricsSystem system = DefaultMetricsSystem.instance();
    system.unregisterSource(NAME);
    WorkflowMetrics metrics = new WorkflowMetrics(system);
    return system.register(NAME, "Outputs kept in memory from job to job", metrics);
  }

  void kept(long blocks, long refused) {
    blocksKept.incr(blocks);
    blocksRefused.incr(refused);
  }

  void held(long directories) {
    inputsHeld.incr(directories);
  }

  /** Hands the last values to the sinks, since the process is about to end. */
  @Override
  public void close() {
    system.publishMetricsNow();
    system.unregisterSource(NAME);
  }
}

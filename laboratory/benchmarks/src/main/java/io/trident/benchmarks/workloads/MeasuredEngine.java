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
package io.trident.benchmarks.workloads;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** An engine that reports where and when its tasks ran. */
public interface MeasuredEngine extends WorkloadEngine {
  /**
   * As {@link #run}; what starts the engine itself does not count.
   *
   * @return what it took
   */
  EngineRun measure(WorkloadDirectory directory, Configuration conf, Progress progress)
      throws IOException, InterruptedException;

  @Override
  default void run(WorkloadDirectory directory, Configuration conf, Progress progress)
      throws IOException, InterruptedException {
    measure(directory, conf, progress);
  }
}

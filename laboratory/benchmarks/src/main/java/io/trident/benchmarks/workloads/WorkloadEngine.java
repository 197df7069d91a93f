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

import io.trident.core.placement.PolicyName;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** What runs applications; found by {@link java.util.ServiceLoader}. */
public interface WorkloadEngine {
  /** Returns the name used on the command line and in directories. */
  String name();

  /** Returns the applications that it has. */
  Set<Application> applications();

  /**
   * Sets what an application is run with so that a policy places its tasks. Without it, whatever
   * the configuration names does.
   *
   * @param policy {@link PolicyName#DEFAULT} is the engine as it is released
   * @param conf is changed; the last call counts
   */
  void configure(PolicyName policy, Configuration conf);

  /**
   * Runs an application on the input of a directory, and replaces the result that is there.
   *
   * @param conf of the cluster and of the jobs
   * @param progress receives what happens
   * @throws IOException if a job fails
   */
  void run(WorkloadDirectory directory, Configuration conf, Progress progress)
      throws IOException, InterruptedException;

  /** Receives what happens. */
  interface Progress {
    /** Takes one sentence. */
    void report(String text);
  }
}

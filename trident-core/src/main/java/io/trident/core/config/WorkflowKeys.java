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
package io.trident.core.config;

import io.trident.core.workflow.KeptInput;
import java.time.Duration;
import java.util.List;

/** {@code trident.workflow.*}: outputs that are kept in memory for the jobs that read them. */
public final class WorkflowKeys {
  /** For how long an output is kept. */
  public static final ConfigKey<Long> KEEP_OUTPUT_MS =
      ConfigKey.longKey(
          "trident.workflow.keep-output-ms",
          0,
          0,
          86_400_000,
          "Milliseconds for which the output of the job is kept in DataNodes' caches after it"
              + " succeeded, for jobs that will read it; while such a job runs, for longer. 0: it is"
              + " not kept. trident.hdfs.cache.max-ttl-ms and the cache pool's own limit bound it.");

  /** What a job does with kept outputs that it reads. */
  public static final ConfigKey<KeptInput> KEPT_INPUT =
      ConfigKey.enumKey(
          "trident.workflow.kept-input",
          KeptInput.RELEASE,
          "What the job does with kept outputs of other jobs that it reads: release has them kept"
              + " while it runs, and lets go of them when it has succeeded; hold leaves them for"
              + " the rest of their time then, for other readers; ignore does nothing for them.");

  /** How much of the caches outputs may take. */
  public static final ConfigKey<Integer> CACHE_PERCENT =
      ConfigKey.intKey(
          "trident.workflow.cache-percent",
          50,
          1,
          100,
          "How much of what is free in a DataNode's cache one output may take, in percent; the rest"
              + " is left to what other jobs prefetch.");

  /** Bound of the decision's work. */
  public static final ConfigKey<Integer> MAX_BLOCKS =
      ConfigKey.intKey(
          "trident.workflow.max-blocks",
          10_000,
          1,
          1_000_000,
          "Nothing is kept of an output of more blocks or files.");

  private WorkflowKeys() {}

  /** Reads for how long the output of the job is kept; zero if it is not. */
  public static Duration keepOutput(ConfigSource source) {
    return Duration.ofMillis(KEEP_OUTPUT_MS.read(source));
  }

  /** Returns every key of the group, for the reference page. */
  public static List<ConfigKey<?>> all() {
    return List.of(KEEP_OUTPUT_MS, KEPT_INPUT, CACHE_PERCENT, MAX_BLOCKS);
  }
}

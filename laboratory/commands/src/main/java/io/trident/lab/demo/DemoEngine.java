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
package io.trident.lab.demo;

import io.trident.cli.Progress;
import io.trident.minicluster.TieredCluster;
import java.io.IOException;

/** What the demo's jobs run on. Engines beside MapReduce are found as services. */
public interface DemoEngine {
  /** Returns the name for {@code --engine}. */
  String name();

  /**
   * Runs the demo.
   *
   * @param afterwards called when all results are there
   * @throws IllegalStateException if results differ, a job fails or the evidence is contradictory
   */
  DemoResult run(DemoOptions options, Progress progress, Afterwards afterwards)
      throws IOException, InterruptedException;

  /** What to do with the cluster before it is stopped. */
  interface Afterwards {
    /** Does it. */
    void with(TieredCluster cluster) throws IOException;
  }
}

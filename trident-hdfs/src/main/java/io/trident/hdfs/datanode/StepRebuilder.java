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
package io.trident.hdfs.datanode;

import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.layout.extent.ExtentRebuilder;
import io.trident.layout.extent.ExtentSources;
import io.trident.layout.extent.ParityRebuilder;
import io.trident.layout.extent.Rebuilt;
import io.trident.layout.extent.SortSpace;
import io.trident.layout.format.RowFormats;
import io.trident.layout.table.TableSpec;
import io.trident.layout.worker.RebuildJob;
import io.trident.layout.worker.Workers;
import java.io.IOException;
import java.io.OutputStream;

/** Carries out steps of a plan for one super-extent, where rows may be parsed. */
@FunctionalInterface
interface StepRebuilder {
  /**
   * Rebuilds one extent, and verifies it.
   *
   * @param out where it goes; what was written is void if this throws
   */
  Rebuilt rebuild(Rebuild step, OutputStream out) throws IOException;

  /** In this JVM. */
  static StepRebuilder inThisJvm(
      TableSpec spec,
      RowFormats formats,
      Manifest manifest,
      ExtentSources sources,
      SortSpace space) {
    return new ExtentRebuilder(manifest, spec.open(formats), sources, space)::rebuild;
  }

  /**
   * By rows in workers, and from parities in this JVM.
   *
   * @param owner of the table
   */
  static StepRebuilder inWorkers(
      Workers workers,
      String owner,
      TableSpec spec,
      Manifest manifest,
      ExtentSources sources,
      SortSpace space) {
    ParityRebuilder parities = new ParityRebuilder(manifest, sources);
    return (step, out) ->
        RebuildJob.isByRows(step)
            ? workers.rebuild(owner, new RebuildJob(spec, manifest, space, step), sources, out)
            : parities.rebuild(step, out);
  }
}

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
package io.trident.cli.layout;

import io.trident.layout.mapreduce.Conversion.Earlier;
import picocli.CommandLine.Option;

/** What the commands that write super-extents have in common. */
final class WriteOptions {
  private static final double MIB = 1 << 20;
  private static final double GIB = 1 << 30;

  @Option(
      names = "--batch-gb",
      description = "What one job converts, and a crash costs; ${DEFAULT-VALUE}.")
  private double batchGb = 100;

  @Option(
      names = "--max-row-mb",
      description =
          "Longest row: tasks hold some ten copies of one; ${DEFAULT-VALUE}. Above a quarter of"
              + " trident.hdfs.layout.worker-heap-mb raise that on DataNodes, too: they rebuild no"
              + " extent with a longer row.")
  private double maxRowMb = 32;

  @Option(
      names = "--isolation",
      description =
          "What must not take two copies of a row at once: racks, nodes or none; ${DEFAULT-VALUE}.")
  private Racks.Isolation isolation = Racks.Isolation.RACKS;

  @Option(names = "--restart", description = "Throw away what an earlier run did, and begin anew.")
  private boolean restart;

  long batchBytes() {
    return Math.round(batchGb * GIB);
  }

  long maxRowBytes() {
    return Math.round(maxRowMb * MIB);
  }

  Racks.Isolation isolation() {
    return isolation;
  }

  Earlier earlier() {
    return restart ? Earlier.RESTART : Earlier.RESUME;
  }
}

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
package io.trident.lab.testbed;

import io.trident.lab.launch.SourceCheckout;
import io.trident.lab.layout.VisitFiles;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The rows whose replicas are lost: a directory of three replicas, and then a table. */
final class RecoveryRows {
  /** Bytes of a block of the directory, and about those of an extent, in MiB. */
  static final int EXTENT_MB = 4;

  /** Four extents and more. */
  static final int MIN_ROWS = 200_000;

  static final int MAX_ROWS = 20_000_000;
  static final Path DIRECTORY = new Path("/recover/visits");
  private static final Path SOURCE = new Path("/recover/.visits.trident-old");
  private static final int EXTENTS = 8;

  private final Testbed testbed;
  private final FileSystem fileSystem;
  private final int rows;

  RecoveryRows(Testbed testbed, FileSystem fileSystem, int rows) {
    this.testbed = testbed;
    this.fileSystem = fileSystem;
    this.rows = rows;
  }

  /**
   * Writes the directory anew.
   *
   * @return its bytes, each counted once
   */
  long write(long seed) throws IOException {
    fileSystem.delete(DIRECTORY, true);
    return VisitFiles.write(fileSystem, DIRECTORY, rows, seed);
  }

  /** Makes the directory a table in place, and removes the files that it was made of. */
  void convert() throws IOException, InterruptedException {
    trident(VisitFiles.conversion(DIRECTORY, EXTENTS, EXTENT_MB));
    fileSystem.delete(SOURCE, true);
  }

  /** Reads all of the table and compares it with its manifests. */
  void verify() throws IOException, InterruptedException {
    trident(List.of("layout", "verify", DIRECTORY.toString()));
  }

  private void trident(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(SourceCheckout.ofThisProgram().root().resolve("bin").resolve("trident").toString());
    command.addAll(arguments);
    java.nio.file.Path log = testbed.directory().resolve("recover.log");
    int exitCode =
        testbed
            .on(testbed.description().layout().master().name(), command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    if (exitCode != 0) {
      throw new IOException(
          "'bin/trident %s' failed with exit code %d and printed: %s"
              .formatted(String.join(" ", arguments), exitCode, Files.readString(log)));
    }
  }
}

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
package io.trident.layout.mapreduce.revert;

import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.RowTally;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Compares the rows that reduces wrote, and their places, with those that were converted.
 *
 * @param files where they are
 * @param directory the table's
 * @param build the directory that has the source files
 * @param table the table
 * @param plan how source files were handed out
 */
record RowFileCheck(
    DistributedFileSystem files, Path directory, Path build, TableLayout table, PiecePlan plan) {
  /**
   * Compares all.
   *
   * @throws IOException if rows are missing, or not in their places
   */
  void run() throws IOException {
    RowTally converted = RowTally.NONE;
    for (int i = 0; i < table.runs().size(); i++) {
      converted = converted.plus(read(new Path(directory, table.paths().tally(i))));
    }
    RowTally written = RowTally.NONE;
    for (int i = 0; i < plan.parts().size(); i++) {
      if (!plan.parts().get(i).isEmpty()) {
        written = written.plus(read(RowFileWriter.tally(build, i)));
      }
    }
    if (!written.equals(converted)) {
      throw new IOException(
          "The files have other rows than were converted, %s instead of %s; verify the table: bin/trident layout verify %s"
              .formatted(written, converted, directory.toUri().getPath()));
    }
  }

  private RowTally read(Path file) throws IOException {
    return RowTally.read(Texts.read(files, file));
  }
}

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
package io.trident.layout.mapreduce.job;

import io.trident.layout.mapreduce.table.Group;
import io.trident.layout.mapreduce.table.TableLayout;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What a job's client leaves for its tasks, in the job's configuration.
 *
 * @param data the directory whose files are read: the source files, or the table's
 * @param description the directory that has the specification and the list of source files
 * @param output the directory that is written to
 * @param superExtents which are worked on, ascending
 */
public record JobSettings(Path data, Path description, Path output, List<Integer> superExtents) {
  private static final String DATA = "trident.layout.job.data";
  private static final String DESCRIPTION = "trident.layout.job.description";
  private static final String OUTPUT = "trident.layout.job.output";
  private static final String SUPER_EXTENTS = "trident.layout.job.super-extents";

  /** Copies the list. */
  public JobSettings {
    superExtents = List.copyOf(superExtents);
  }

  /** Leaves them in a configuration. */
  public void set(Configuration conf) {
    conf.set(DATA, data.toString());
    conf.set(DESCRIPTION, description.toString());
    conf.set(OUTPUT, output.toString());
    conf.set(
        SUPER_EXTENTS, superExtents.stream().map(String::valueOf).collect(Collectors.joining(",")));
  }

  /** Reads them in a task. */
  public static JobSettings of(Configuration conf) {
    return new JobSettings(
        new Path(conf.get(DATA)),
        new Path(conf.get(DESCRIPTION)),
        new Path(conf.get(OUTPUT)),
        Arrays.stream(conf.getInts(SUPER_EXTENTS)).boxed().toList());
  }

  /**
   * Reads what the description directory has.
   *
   * @throws IOException if it cannot be read
   */
  public TableLayout table(Configuration conf) throws IOException {
    return TableLayout.read(description.getFileSystem(conf), description);
  }

  /** Returns all groups of the super-extents, in order: one for each reduce of a conversion. */
  public List<Group> groups(TableLayout table) {
    return Group.of(table, superExtents);
  }
}

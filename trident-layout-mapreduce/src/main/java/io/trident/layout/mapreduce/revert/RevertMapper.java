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

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.manifest.Manifest;
import io.trident.layout.mapreduce.job.GroupSplit;
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.job.Problems;
import io.trident.layout.mapreduce.table.Group;
import io.trident.layout.mapreduce.table.ManifestFiles;
import io.trident.layout.mapreduce.table.PlacedExtent;
import io.trident.layout.mapreduce.table.TableLayout;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Sends each row of a group of dimension 0 to its place in the source files. */
public final class RevertMapper
    extends Mapper<NullWritable, NullWritable, LongWritable, BytesWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    JobSettings settings = JobSettings.of(context.getConfiguration());
    TableLayout table = settings.table(context.getConfiguration());
    FileSystem files = settings.data().getFileSystem(context.getConfiguration());
    Group group = ((GroupSplit) context.getInputSplit()).group();
    Manifest manifest = ManifestFiles.read(files, settings.data(), table, group.superExtent());
    Set<Integer> wanted = PiecePlan.wanted(table, context.getConfiguration());
    try {
      for (DataExtent extent : group.extents(table)) {
        new PlacedExtent(files, settings.data(), table, manifest, extent)
            .read(
                (place, row) -> {
                  if (wanted.contains(table.sourceAt(place))) {
                    write(place, row.record().toArray(), context);
                  }
                });
      }
    } catch (IOException | IllegalArgumentException e) {
      Problems.report(context, e);
      throw e;
    }
  }

  private static void write(long place, byte[] record, Context context) throws IOException {
    try {
      context.write(new LongWritable(place), new BytesWritable(record));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    }
  }
}

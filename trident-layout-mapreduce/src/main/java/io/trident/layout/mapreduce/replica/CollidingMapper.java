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
package io.trident.layout.mapreduce.replica;

import io.trident.core.replication.Collisions;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.StoredRow;
import io.trident.layout.mapreduce.job.BuildOutput;
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.job.Problems;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.table.Texts;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Writes the rows of the source that collide, each with its place. */
public final class CollidingMapper
    extends Mapper<LongWritable, StoredRow, NullWritable, NullWritable> {
  /** Of more combinations of partitions some are decided again. */
  private static final int MOST_KNOWN = 100_000;

  private final Map<List<Integer>, Boolean> known =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Integer>, Boolean> eldest) {
          return size() > MOST_KNOWN;
        }
      };

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    JobSettings settings = JobSettings.of(conf);
    DistributedFileSystem files = Blocks.hdfs(settings.data(), conf);
    GroupRows rows = GroupRows.of(files, conf);
    StoredCopies copies =
        StoredCopies.read(Texts.read(files, CollidingRows.copies(settings.description())));
    TableLayout table = rows.table();
    int task = context.getTaskAttemptID().getTaskID().getId();
    try (CollidingFile out =
        new CollidingFile(files, BuildOutput.workDirectory(context), task, table)) {
      while (context.nextKeyValue()) {
        StoredRow row = context.getCurrentValue();
        long place = context.getCurrentKey().get();
        if (collides(rows.parts(place, row.record()), copies)) {
          out.add(place, row.record());
        }
      }
      out.finish();
    } catch (InvalidRecordException e) {
      Problems.report(context, e);
      throw e;
    }
  }

  private boolean collides(List<Integer> parts, StoredCopies copies) {
    return known.computeIfAbsent(
        parts, one -> Collisions.collide(copies.of(one), copies.failures()));
  }
}

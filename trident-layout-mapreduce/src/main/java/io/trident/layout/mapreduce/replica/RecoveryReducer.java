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

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.value.Value;
import io.trident.core.replication.RecoveryPlan;
import io.trident.layout.mapreduce.convert.ExtentFile;
import io.trident.layout.mapreduce.job.BuildOutput;
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.shuffle.ShuffleKey;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.RowTally;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;

/** Writes a lost partition, and counts its rows. */
public final class RecoveryReducer
    extends Reducer<BytesWritable, LongWritable, NullWritable, NullWritable> {
  static Path tally(Path directory, int partition) {
    return new Path(directory, String.format(Locale.ROOT, "_convert/found/e%04d.json", partition));
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    TableLayout table = JobSettings.of(conf).table(conf);
    int reduce = context.getTaskAttemptID().getTaskID().getId();
    RecoverySettings settings = RecoverySettings.of(conf);
    int partition = settings.partitions().get(reduce);
    SeenRows rows = new SeenRows(settings.plan());
    Path work = BuildOutput.workDirectory(context);
    DistributedFileSystem files = Blocks.hdfs(work, conf);
    RowTally tally = RowTally.NONE;
    try (ExtentFile file =
        new ExtentFile(
            table, 0, new DataExtent(0, partition), relative -> new Path(work, relative))) {
      file.open(files);
      while (context.nextKey()) {
        Value.Bytes record = ShuffleKey.record(context.getCurrentKey());
        for (LongWritable value : context.getValues()) {
          long place = value.get();
          if (rows.isNew(record, place)) {
            file.add(table.keys(0).of(record, place));
            tally = tally.plus(RowTally.of(place, record.toArray()));
          }
        }
        context.progress();
      }
      file.finish(files, context::progress);
    }
    Texts.replace(files, tally(work, partition), tally.toJson().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Tells rows that come twice: colliding rows may be stored with several replicas. Without these
   * no row comes twice, and nothing is kept of it.
   */
  private static final class SeenRows {
    private final boolean canComeTwice;
    private final Set<Long> places = new HashSet<>();
    private Value.Bytes last = Value.ofBytes(new byte[0]);

    SeenRows(RecoveryPlan plan) {
      this.canComeTwice = plan.needsColliding();
    }

    /**
     * Returns whether a row, of which equal ones follow each other, is there for the first time.
     */
    boolean isNew(Value.Bytes record, long place) {
      if (canComeTwice && !record.equals(last)) {
        last = record;
        places.clear();
      }
      return !canComeTwice || places.add(place);
    }
  }
}

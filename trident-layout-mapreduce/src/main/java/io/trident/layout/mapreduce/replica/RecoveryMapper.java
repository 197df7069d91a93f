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

import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.value.Value;
import io.trident.core.replication.RecoveryPlan;
import io.trident.layout.extent.RowOrderReader;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.StoredRow;
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.job.Problems;
import io.trident.layout.mapreduce.shuffle.ShuffleKey;
import io.trident.layout.mapreduce.table.FileSource;
import io.trident.layout.mapreduce.table.PlacedExtent;
import io.trident.layout.mapreduce.table.TableLayout;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Reads a part of a member, and sends the rows that the member has to supply. */
public final class RecoveryMapper
    extends Mapper<NullWritable, NullWritable, BytesWritable, LongWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    FileSystem files = JobSettings.of(conf).data().getFileSystem(conf);
    RecoveryPlan plan = RecoverySettings.of(conf).plan();
    GroupRows group = GroupRows.of(files, conf);
    RecoverySplit split = (RecoverySplit) context.getInputSplit();
    try {
      Sending sending = new Sending(plan, group, split.member(), context);
      switch (split.member()) {
        case RecoverySplit.COLLIDING -> readColliding(split.file(), files, group.table(), sending);
        case 0 -> readSource(split, files, group.table(), sending);
        default -> {
          Replica replica = group.replicas().get(split.member() - 1);
          new PlacedExtent(
                  files,
                  replica.path(),
                  replica.table(),
                  replica.manifest(),
                  new DataExtent(0, split.part()))
              .read((place, row) -> sending.add(place, row.record()));
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      Problems.report(context, e);
      throw e;
    }
  }

  private static FileSource file(FileSystem files, Path path) throws IOException {
    return new FileSource(files, path, files.getFileStatus(path).getLen());
  }

  private static void readSource(
      RecoverySplit split, FileSystem files, TableLayout table, Sending sending)
      throws IOException {
    long start = table.startOf(split.part());
    try (RecordReader reader =
        table.adapter().read(file(files, split.file()), split.from(), split.to())) {
      for (StoredRow row = reader.next(); row != null; row = reader.next()) {
        sending.add(start + row.offset(), row.record());
      }
    }
  }

  private static void readColliding(Path path, FileSystem files, TableLayout table, Sending sending)
      throws IOException {
    FileSource rows = file(files, path);
    try (RecordReader reader = table.adapter().read(rows, 0, rows.length());
        RowOrderReader order = new RowOrderReader(file(files, path.suffix(CollidingFile.ORDER)))) {
      for (StoredRow row = reader.next(); row != null; row = reader.next()) {
        if (!order.hasNext()) {
          throw new IOException("%s has more rows than places.".formatted(path));
        }
        sending.add(order.next(), row.record());
      }
    }
  }

  /** Sends the rows of a member that it has to supply. */
  private record Sending(
      RecoveryPlan plan,
      GroupRows group,
      int member,
      Mapper<NullWritable, NullWritable, BytesWritable, LongWritable>.Context context) {
    void add(long place, Value.Bytes record) throws IOException {
      List<Integer> parts = group.parts(place, record);
      boolean isSupplied =
          member == RecoverySplit.COLLIDING
              ? plan.isSuppliedApart(parts)
              : plan.isSupplied(member, parts);
      if (isSupplied) {
        int partition = parts.get(plan.target());
        Value key = group.replicas().get(plan.target() - 1).key(record);
        BytesWritable to =
            ShuffleKey.ofRow(0, new Bucket(0, partition, partition), key, record.toArray());
        try {
          context.write(to, new LongWritable(place));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw (InterruptedIOException) new InterruptedIOException().initCause(e);
        }
      }
    }
  }
}

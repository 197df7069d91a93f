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
package io.trident.layout.mapreduce.convert;

import static java.util.Objects.requireNonNull;

import io.trident.core.layout.Bucket;
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.shuffle.ShuffleKey;
import io.trident.layout.mapreduce.table.Group;
import io.trident.layout.mapreduce.table.TableLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Partitioner;
import org.jspecify.annotations.Nullable;

/**
 * Sends each row to the reduce of its group, and the tally of a super-extent to that of its first
 * group.
 */
public final class GroupPartitioner extends Partitioner<BytesWritable, LongWritable>
    implements Configurable {
  private @Nullable Configuration conf;
  private @Nullable TableLayout table;
  private final Map<Group, Integer> numbers = new HashMap<>();

  @Override
  public void setConf(Configuration conf) {
    this.conf = conf;
    JobSettings settings = JobSettings.of(conf);
    try {
      TableLayout read = settings.table(conf);
      List<Group> groups = settings.groups(read);
      for (int i = 0; i < groups.size(); i++) {
        numbers.put(groups.get(i), i);
      }
      table = read;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public @Nullable Configuration getConf() {
    return conf;
  }

  @Override
  public int getPartition(BytesWritable key, LongWritable value, int partitions) {
    int superExtent = ShuffleKey.superExtent(key);
    Group group;
    if (ShuffleKey.isTally(key)) {
      group = new Group(superExtent, 0, 0);
    } else {
      Bucket bucket = ShuffleKey.bucket(key);
      int number = requireNonNull(table).parity(superExtent).groupOf(bucket.extent());
      group = new Group(superExtent, bucket.dimension(), number);
    }
    return requireNonNull(numbers.get(group));
  }
}

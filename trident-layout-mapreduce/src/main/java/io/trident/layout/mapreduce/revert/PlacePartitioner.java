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

import static java.util.Objects.requireNonNull;

import io.trident.layout.mapreduce.job.JobSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Partitioner;
import org.jspecify.annotations.Nullable;

/** Sends each row to the reduce of the piece that it begins in. */
public final class PlacePartitioner extends Partitioner<LongWritable, BytesWritable>
    implements Configurable {
  private @Nullable Configuration conf;
  private @Nullable PiecePlan plan;

  @Override
  public void setConf(Configuration conf) {
    this.conf = conf;
    try {
      plan = PiecePlan.of(JobSettings.of(conf).table(conf), conf);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public @Nullable Configuration getConf() {
    return conf;
  }

  @Override
  public int getPartition(LongWritable key, BytesWritable value, int partitions) {
    return requireNonNull(plan).at(key.get()).part();
  }
}

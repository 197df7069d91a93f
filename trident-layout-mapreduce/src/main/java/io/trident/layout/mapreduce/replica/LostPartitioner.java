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

import io.trident.layout.mapreduce.shuffle.ShuffleKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Partitioner;
import org.jspecify.annotations.Nullable;

/** Sends each row to the reduce that writes its partition. */
public final class LostPartitioner extends Partitioner<BytesWritable, LongWritable>
    implements Configurable {
  private @Nullable Configuration conf;
  private List<Integer> partitions = List.of();

  @Override
  public void setConf(Configuration conf) {
    this.conf = conf;
    try {
      partitions = RecoverySettings.of(conf).partitions();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public @Nullable Configuration getConf() {
    return conf;
  }

  @Override
  public int getPartition(BytesWritable key, LongWritable value, int reduces) {
    return Collections.binarySearch(partitions, ShuffleKey.bucket(key).extent());
  }
}

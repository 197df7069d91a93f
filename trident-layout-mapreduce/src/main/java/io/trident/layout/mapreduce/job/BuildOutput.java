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

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * Tasks write files of any name below {@link #workDirectory}, which Hadoop's committer moves to the
 * output directory. That may exist: what is there stays, but for files of the same names.
 */
public final class BuildOutput<K, V> extends OutputFormat<K, V> {
  @Override
  public RecordWriter<K, V> getRecordWriter(TaskAttemptContext context) {
    return new RecordWriter<>() {
      @Override
      public void write(K key, V value) {
        throw new UnsupportedOperationException("Tasks write their files themselves.");
      }

      @Override
      public void close(TaskAttemptContext ignored) {}
    };
  }

  @Override
  public void checkOutputSpecs(JobContext context) throws IOException {
    JobSettings settings = JobSettings.of(context.getConfiguration());
    TokenCache.obtainTokensForNamenodes(
        context.getCredentials(),
        new Path[] {settings.data(), settings.output()},
        context.getConfiguration());
  }

  @Override
  public OutputCommitter getOutputCommitter(TaskAttemptContext context) throws IOException {
    return new FileOutputCommitter(JobSettings.of(context.getConfiguration()).output(), context);
  }

  /**
   * Returns the directory that a task attempt writes to, as if it were the output directory.
   *
   * @throws IOException if there is none
   */
  public static Path workDirectory(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    if (context.getOutputCommitter() instanceof FileOutputCommitter committer) {
      return committer.getWorkPath();
    }
    throw new IOException("The job has another committer; do not set one.");
  }
}

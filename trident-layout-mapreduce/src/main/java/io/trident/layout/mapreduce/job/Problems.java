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

import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.Texts;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * What is wrong with the rows, from tasks to the client: a job that fails shows its client, if
 * anything, the stack traces of attempts.
 */
public final class Problems {
  private static final String DIRECTORY = "problems";

  private Problems() {}

  /**
   * Leaves a problem that another attempt would have as well.
   *
   * @throws IOException if that is not possible
   */
  public static void report(TaskAttemptContext context, Exception problem) throws IOException {
    Configuration conf = context.getConfiguration();
    Path directory = directory(JobSettings.of(conf).description());
    String text = String.valueOf(problem.getMessage());
    Path file = new Path(directory, context.getTaskAttemptID().toString());
    Texts.replace(Blocks.hdfs(file, conf), file, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns a problem that a task left.
   *
   * @param description the directory that the job's tasks were given
   */
  public static Optional<String> first(FileSystem files, Path description) throws IOException {
    try {
      for (FileStatus file : files.listStatus(directory(description))) {
        if (!file.getPath().getName().startsWith("_")) {
          return Optional.of(Texts.read(files, file.getPath()));
        }
      }
    } catch (FileNotFoundException e) {
      // no task left any
    }
    return Optional.empty();
  }

  /** Forgets the problems of an earlier job. */
  public static void clear(FileSystem files, Path description) throws IOException {
    files.delete(directory(description), true);
  }

  private static Path directory(Path description) {
    return new Path(description, DIRECTORY);
  }
}

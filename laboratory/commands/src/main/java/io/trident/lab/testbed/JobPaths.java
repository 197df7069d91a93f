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
package io.trident.lab.testbed;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;

/** What a job reads, by its configuration. */
final class JobPaths {
  /** {@link MultipleInputs} notes {@code path;format,path;format}. */
  private static final Splitter INPUTS = Splitter.on(',').omitEmptyStrings();

  private JobPaths() {}

  /** Returns the paths of a job's input, whether it has one format or several. */
  static List<Path> inputsOf(Job job) throws IOException {
    String several = job.getConfiguration().get(MultipleInputs.DIR_FORMATS, "");
    if (several.isEmpty()) {
      return List.of(FileInputFormat.getInputPaths(job));
    }
    return INPUTS
        .splitToStream(several)
        .map(input -> new Path(input.substring(0, input.indexOf(';'))))
        .toList();
  }
}

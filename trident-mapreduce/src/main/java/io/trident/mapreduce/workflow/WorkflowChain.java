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
package io.trident.mapreduce.workflow;

import io.trident.core.config.WorkflowKeys;
import io.trident.core.text.EnumNames;
import io.trident.core.workflow.KeptInput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.jobcontrol.ControlledJob;
import org.apache.hadoop.mapreduce.lib.jobcontrol.JobControl;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.jspecify.annotations.Nullable;

/** Sets the keys of {@link WorkflowKeys} where jobs of a JobControl read what others write. */
public final class WorkflowChain {
  private WorkflowChain() {}

  /**
   * Has outputs kept that a dependent job reads; to be called before the JobControl runs. Keys that
   * a job sets itself stay. Where several jobs read an output, each leaves it for the rest of its
   * time.
   *
   * @param ttl for how long an output is kept unless a job that reads it runs
   * @return how many jobs' outputs are kept
   * @throws IOException if an input path cannot be resolved
   */
  public static int keepOutputs(JobControl control, Duration ttl) throws IOException {
    List<ControlledJob> all = new ArrayList<>(control.getWaitingJobList());
    all.addAll(control.getReadyJobsList());
    Map<Job, List<Job>> readers = new IdentityHashMap<>();
    for (ControlledJob reader : all) {
      @Nullable List<ControlledJob> writers = reader.getDependentJobs();
      for (ControlledJob writer : writers == null ? List.<ControlledJob>of() : writers) {
        if (reads(reader.getJob(), writer.getJob())) {
          readers.computeIfAbsent(writer.getJob(), any -> new ArrayList<>()).add(reader.getJob());
        }
      }
    }
    for (Map.Entry<Job, List<Job>> output : readers.entrySet()) {
      Configuration conf = output.getKey().getConfiguration();
      conf.setIfUnset(WorkflowKeys.KEEP_OUTPUT_MS.name(), Long.toString(ttl.toMillis()));
      if (output.getValue().size() > 1) {
        String hold = EnumNames.dashed(KeptInput.HOLD);
        output
            .getValue()
            .forEach(
                reader ->
                    reader.getConfiguration().setIfUnset(WorkflowKeys.KEPT_INPUT.name(), hold));
      }
    }
    return readers.size();
  }

  /** An input format that does not list its files is taken to read them. */
  private static boolean reads(Job reader, Job writer) throws IOException {
    @Nullable Path output = FileOutputFormat.getOutputPath(writer);
    if (output == null) {
      return false;
    }
    Path directory = output.getFileSystem(writer.getConfiguration()).makeQualified(output);
    Path[] inputs = FileInputFormat.getInputPaths(reader);
    for (Path input : inputs) {
      @Nullable Path above = input.getFileSystem(reader.getConfiguration()).makeQualified(input);
      for (; above != null; above = above.getParent()) {
        if (above.equals(directory)) {
          return true;
        }
      }
    }
    return inputs.length == 0;
  }
}

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

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.storage.FileSegment;
import io.trident.mapreduce.split.JobInputs;
import io.trident.mapreduce.split.SplitInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.jobcontrol.ControlledJob;
import org.apache.hadoop.mapreduce.lib.jobcontrol.JobControl;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;

class WorkflowChainTest {
  private static final String KEEP = "trident.workflow.keep-output-ms";
  private static final String INPUT = "trident.workflow.kept-input";

  private final JobControl control = new JobControl("chain");

  private ControlledJob add(String input, String output, ControlledJob... before) throws Exception {
    Job job = Job.getInstance(new Configuration(false));
    FileInputFormat.addInputPath(job, new Path(input));
    FileOutputFormat.setOutputPath(job, new Path(output));
    ControlledJob controlled = new ControlledJob(job, List.of(before));
    control.addJob(controlled);
    return controlled;
  }

  private static String get(ControlledJob job, String key) {
    return job.getJob().getConfiguration().get(key);
  }

  @Test
  void whatADependentJobReadsIsKept() throws Exception {
    ControlledJob first = add("/in", "/a");
    ControlledJob second = add("/a/part-*", "/b", first);
    assertThat(WorkflowChain.keepOutputs(control, Duration.ofSeconds(30))).isOne();
    assertThat(get(first, KEEP)).isEqualTo("30000");
    assertThat(get(second, KEEP)).as("nobody reads it").isNull();
    assertThat(get(second, INPUT)).as("the only reader lets go").isNull();
  }

  @Test
  void aJobThatOnlyWaitsForAnotherDoesNotReadIt() throws Exception {
    ControlledJob first = add("/in", "/a");
    add("/ab", "/b", first);
    assertThat(WorkflowChain.keepOutputs(control, Duration.ofSeconds(30))).isZero();
    assertThat(get(first, KEEP)).isNull();
  }

  @Test
  void severalReadersLeaveTheOutputToItsTime() throws Exception {
    ControlledJob first = add("/in", "/a");
    ControlledJob second = add("/a", "/b", first);
    ControlledJob third = add("/a", "/c", first);
    WorkflowChain.keepOutputs(control, Duration.ofSeconds(30));
    assertThat(get(second, INPUT)).isEqualTo("hold");
    assertThat(get(third, INPUT)).isEqualTo("hold");
  }

  @Test
  void whatAJobSetsItselfStays() throws Exception {
    ControlledJob first = add("/in", "/a");
    first.getJob().getConfiguration().set(KEEP, "0");
    add("/a", "/b", first);
    WorkflowChain.keepOutputs(control, Duration.ofSeconds(30));
    assertThat(get(first, KEEP)).isEqualTo("0");
  }

  @Test
  void aBoundedNumberOfInputDirectoriesIsAskedFor() {
    List<SplitInput> splits = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String directory = "hdfs://n:1/out/" + i / 2;
      splits.add(new SplitInput(List.of(new FileSegment(directory + "/part-" + i, 0, 5))));
    }
    assertThat(KeptInputs.directories(new JobInputs(splits.subList(0, 3))))
        .containsExactly(new Path("hdfs://n:1/out/0"), new Path("hdfs://n:1/out/1"));
    assertThat(KeptInputs.directories(new JobInputs(splits))).hasSize(KeptInputs.MAX_DIRECTORIES);
  }
}

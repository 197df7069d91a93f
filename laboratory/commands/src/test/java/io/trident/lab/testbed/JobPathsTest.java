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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.junit.jupiter.api.Test;

class JobPathsTest {
  private final Job job;

  JobPathsTest() throws IOException {
    job = Job.getInstance(new Configuration(false));
  }

  @Test
  void ofAJobOfOneFormat() throws IOException {
    FileInputFormat.addInputPath(job, new Path("file:///a"));
    FileInputFormat.addInputPath(job, new Path("file:///b"));
    assertThat(JobPaths.inputsOf(job))
        .containsExactly(new Path("file:///a"), new Path("file:///b"));
  }

  @Test
  void ofAJoin() throws IOException {
    MultipleInputs.addInputPath(job, new Path("file:///rankings"), TextInputFormat.class);
    MultipleInputs.addInputPath(job, new Path("file:///visits"), TextInputFormat.class);
    assertThat(JobPaths.inputsOf(job))
        .containsExactly(new Path("file:///rankings"), new Path("file:///visits"));
  }
}

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
package io.trident.lab.workload;

import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.cli.FileFailures;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which application, and where. */
final class WhichWorkload {
  @Parameters(paramLabel = "WORKLOAD", description = "One of: ${COMPLETION-CANDIDATES}.")
  private Application application = Application.WORDCOUNT;

  @Option(
      names = "--directory",
      paramLabel = "PATH",
      defaultValue = "/trident/workloads",
      description = "Directory of all workloads; default ${DEFAULT-VALUE}.")
  private String directory = "";

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "Set a key of Hadoop's configuration; may be repeated.")
  private Map<String, String> properties = new LinkedHashMap<>();

  Application application() {
    return application;
  }

  /** Returns the configuration of the cluster and of jobs, with the keys of the command line. */
  JobConf conf() {
    JobConf conf = new JobConf();
    properties.forEach(conf::set);
    return conf;
  }

  /** Returns where input and results are. */
  WorkloadDirectory directory(JobConf conf) throws IOException {
    try {
      Path root = new Path(directory);
      FileSystem files = root.getFileSystem(conf);
      return new WorkloadDirectory(files, files.makeQualified(root), application);
    } catch (IllegalArgumentException e) {
      throw FileFailures.ofPath(directory, e);
    }
  }

  /** Returns the user's message about a failure. */
  IOException failure(JobConf conf, IOException failure) {
    return FileFailures.of(directory, conf, failure);
  }
}

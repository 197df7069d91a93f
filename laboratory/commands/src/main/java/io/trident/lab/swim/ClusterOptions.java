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
package io.trident.lab.swim;

import io.trident.benchmarks.swim.replay.ReplayDirectory;
import io.trident.cli.FileFailures;
import io.trident.lab.testbed.WhichTestbed;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** On which cluster, and where on it. */
final class ClusterOptions {
  @Option(
      names = "--directory",
      paramLabel = "PATH",
      defaultValue = "/trident/swim",
      description = "Directory of the workload on the cluster; default ${DEFAULT-VALUE}.")
  private String directory = "";

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "Set a key of Hadoop's configuration; may be repeated.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Mixin private WhichTestbed which = new WhichTestbed();

  /** Returns the configuration of the cluster and of jobs, with the keys of the command line. */
  JobConf conf() {
    JobConf conf = new JobConf();
    properties.forEach(conf::set);
    return conf;
  }

  String directory() {
    return directory;
  }

  Map<String, String> properties() {
    return properties;
  }

  Testbed testbed() throws IOException {
    return which.testbed();
  }

  /**
   * Returns the test bed on whose master a command has to run; empty if it runs here, on the
   * cluster of the configuration.
   *
   * @throws IOException if there is neither
   */
  Optional<Testbed> elsewhere() throws IOException {
    if (!FileSystem.getDefaultUri(conf()).getScheme().equals("file")) {
      return Optional.empty();
    }
    Testbed testbed = which.testbed();
    if (!testbed.isUp()) {
      throw new IOException(
          "There is no cluster: set HADOOP_CONF_DIR to its configuration, or make one: bin/trident"
              + " testbed up");
    }
    return Optional.of(testbed);
  }

  /** Returns where the workload is. */
  ReplayDirectory replay(JobConf conf) throws IOException {
    try {
      Path root = new Path(directory);
      FileSystem files = root.getFileSystem(conf);
      return new ReplayDirectory(files, files.makeQualified(root));
    } catch (IllegalArgumentException e) {
      throw FileFailures.ofPath(directory, e);
    }
  }

  /** Returns the user's message about a failure. */
  IOException failure(JobConf conf, IOException failure) {
    return FileFailures.of(directory, conf, failure);
  }
}

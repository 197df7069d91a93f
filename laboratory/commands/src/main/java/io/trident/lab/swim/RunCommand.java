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

import io.trident.cli.HadoopLogs;
import io.trident.lab.testbed.CompareInput;
import io.trident.lab.testbed.SchedulingPolicy;
import io.trident.lab.testbed.Setup;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code trident swim run}, which {@code replay} runs on the master of a test bed: one policy and
 * prefetcher, once.
 */
@Command(
    name = "run",
    hidden = true,
    description = "Runs a prepared workload once, with one policy; must run on the master.")
final class RunCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(names = "--policy", required = true)
  private String policy = "";

  @Option(names = "--prefetcher", defaultValue = "none")
  private String prefetcher = "";

  @Option(names = "--repetition", required = true)
  private int repetition;

  @Option(names = "--on-testbed")
  private boolean onTestbed;

  @Option(names = "--warm-up")
  private boolean warmUp;

  @Mixin private ReplayOptions options = new ReplayOptions();

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    HadoopLogs.drop();
    Optional<Testbed> testbed = onTestbed ? Optional.of(cluster.testbed()) : Optional.empty();
    Setup setup = new Setup(SchedulingPolicy.of(policy), Setup.prefetcher(prefetcher));
    if (testbed.isPresent()) {
      CompareInput.prepareStaging(cluster.conf());
      if (setup.prefetches()) {
        CompareInput.prepareCaches((DistributedFileSystem) FileSystem.get(cluster.conf()));
      }
    }
    if (warmUp) {
      run(testbed, Setup.of(setup.policy())).warmUp();
    }
    run(testbed, setup).run();
    return 0;
  }

  private ReplayRun run(Optional<Testbed> testbed, Setup setup) {
    return new ReplayRun(testbed, cluster, options, setup, repetition, spec.commandLine().getOut());
  }
}

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

import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.InputSpec;
import io.trident.benchmarks.workloads.InputWriter;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.benchmarks.workloads.data.Dataset;
import io.trident.cli.HadoopLogs;
import io.trident.core.model.Medium;
import io.trident.lab.demo.ReplicaMap;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.mapred.JobConf;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code trident testbed prepare}, which {@code compare} runs on the master: the input of a
 * workload on both file systems, and what caches need, unless it is there.
 */
@Command(
    name = "prepare",
    hidden = true,
    description = "Writes the input of a comparison; must run on the master.")
final class PrepareCommand implements Callable<Integer> {
  private static final int THREADS = 2;
  private static final int MEBIBYTE = 1 << 20;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(names = "--workload", required = true)
  private Application application = Application.WORDCOUNT;

  @Option(names = "--profile", required = true)
  private String profile = "";

  @Option(names = "--amount", required = true)
  private long amount;

  @Option(names = "--seed", required = true)
  private long seed;

  @Option(names = "--files", required = true)
  private int files;

  @Option(names = "--block-mb", required = true)
  private int blockMb;

  @Option(names = "--caches")
  private boolean withCaches;

  @Override
  public Integer call() throws IOException, InterruptedException {
    HadoopLogs.drop();
    JobConf conf = new JobConf();
    conf.setLong("dfs.blocksize", (long) blockMb * MEBIBYTE);
    CompareInput.prepareStaging(conf);
    if (withCaches) {
      CompareInput.prepareCaches((DistributedFileSystem) FileSystem.get(conf));
    }
    InputSpec input = new InputSpec(amount, seed, files);
    for (SchedulingPolicy policy :
        new SchedulingPolicy[] {SchedulingPolicy.HDFS_ONE_TIER, SchedulingPolicy.DEFAULT}) {
      CompareInput.prepare(conf, policy.fileSystem(), profile);
      WorkloadDirectory directory =
          CompareInput.directory(conf, policy.fileSystem(), profile, application);
      if (!isThere(directory, input)) {
        new InputDeletion((DistributedFileSystem) directory.files()).delete(directory);
        new InputWriter(THREADS).write(directory, input, (written, of) -> {});
      }
      requireTiers(policy, directory);
    }
    return 0;
  }

  private static boolean isThere(WorkloadDirectory directory, InputSpec wanted) throws IOException {
    try {
      return directory.spec().equals(wanted);
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** Waits for all replicas, and requires that they are where the comparison needs them. */
  private void requireTiers(SchedulingPolicy policy, WorkloadDirectory directory)
      throws IOException, InterruptedException {
    DistributedFileSystem hdfs = (DistributedFileSystem) directory.files();
    int blocks = 0;
    long inMemory = 0;
    boolean allOnDisk = true;
    for (Dataset<?> data : application.on(directory.spec()).inputs()) {
      for (FileStatus file : hdfs.listStatus(directory.input(data))) {
        ReplicaMap replicas = ReplicaMap.await(hdfs, file.getPath());
        blocks += replicas.blocks().size();
        inMemory += replicas.inMemory();
        allOnDisk &=
            replicas.blocks().stream()
                .flatMap(block -> block.replicas().stream())
                .allMatch(r -> Medium.of(r.replica().tier()) == Medium.DISK);
      }
    }
    boolean oneTier = policy == SchedulingPolicy.HDFS_ONE_TIER;
    if (allOnDisk != oneTier) {
      throw new IOException(
          "The blocks of %s are %s on disks"
              .formatted(directory.input(), allOnDisk ? "all" : "not all"));
    }
    PrintWriter err = spec.commandLine().getErr();
    err.printf(
        "%s (%s), %s: %d blocks, %d of them with a replica in memory%n",
        application.label(), profile, policy.fileSystem(), blocks, inMemory);
    err.flush();
  }
}

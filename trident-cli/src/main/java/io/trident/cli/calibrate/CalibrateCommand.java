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
package io.trident.cli.calibrate;

import io.trident.cli.FileFailures;
import io.trident.cli.HadoopLogs;
import io.trident.cli.Progress;
import io.trident.cli.inspect.InputFiles;
import io.trident.core.config.CostKeys;
import io.trident.core.model.StorageTier;
import io.trident.hdfs.locate.HdfsFile;
import io.trident.hdfs.locate.HdfsResolver;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trident calibrate}. */
@Command(
    name = "calibrate",
    description = {
      "Measures how fast a cluster reads from each storage tier, and turns that into Trident's"
          + " scores and rates.",
      "Writes test blocks with one replica on NVDIMM, SSD, DISK and ARCHIVE volumes by HDFS's"
          + " storage policies, reads each twice, and removes them. Run it on a DataNode of an idle"
          + " cluster, with HADOOP_CONF_DIR set to its configuration."
    })
public final class CalibrateCommand implements Callable<Integer> {
  private static final int MAX_BLOCK_MB = 1 << 20;
  private static final int MAX_REPEATS = 100;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      names = "--block-mb",
      paramLabel = "MB",
      defaultValue = "128",
      description = "Size of a test block; default ${DEFAULT-VALUE}.")
  private int blockMb;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "3",
      description = "Test blocks per tier, one at a time; default ${DEFAULT-VALUE}.")
  private int repeat;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "/tmp",
      description =
          "Directory of HDFS in which the test blocks get a directory of their own; default"
              + " ${DEFAULT-VALUE}.")
  private String directory = "/tmp";

  @Option(
      names = "--drop-caches",
      paramLabel = "COMMAND",
      description = {
        "Shell command that drops the DataNodes' page caches, run before each first read. On the"
            + " DataNode itself, as root: 'sync; echo 3 > /proc/sys/vm/drop_caches'.",
        "Without it, tiers that may have been read from a page cache keep their scores."
      })
  private @Nullable String dropCaches;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Where to write the configuration that follows; must not exist.")
  private @Nullable Path output;

  @Override
  public Integer call() throws IOException, InterruptedException {
    check(blockMb >= 1 && blockMb <= MAX_BLOCK_MB, "--block-mb must be from 1 to " + MAX_BLOCK_MB);
    check(repeat >= 1 && repeat <= MAX_REPEATS, "--repeat must be from 1 to " + MAX_REPEATS);
    if (output != null && Files.exists(output)) {
      throw new IOException(output + " exists; remove it or name another --output.");
    }
    HadoopLogs.drop();
    Configuration conf = InputFiles.forPerson(new HdfsConfiguration());
    PrintWriter out = spec.commandLine().getOut();
    Calibration calibration = measure(conf, new Progress(out, System::nanoTime));
    Map<String, String> keys = calibration.keys(CostKeys.read(conf::get));
    out.println();
    out.println(CalibrationText.table(calibration));
    keys.forEach((key, value) -> out.printf("%s=%s%n", key, value));
    if (output != null) {
      Files.writeString(
          output,
          CalibrationText.site(keys, calibration),
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE_NEW);
      out.printf("%nWritten to %s%n", output.toAbsolutePath());
    }
    out.flush();
    return 0;
  }

  private Calibration measure(Configuration conf, Progress progress)
      throws IOException, InterruptedException {
    long bytes = (long) blockMb << 20;
    org.apache.hadoop.fs.Path path = path();
    try (HdfsResolver resolver = new HdfsResolver(conf);
        TestBlocks blocks = testBlocks(resolver, path, conf, bytes)) {
      progress.report("Test blocks of %d MB, %d per tier, under %s", blockMb, repeat, directory);
      return new Calibrator(blocks, bytes, repeat, dropper(), progress)
          .run(List.of(StorageTier.NVDIMM, StorageTier.SSD, StorageTier.DISK, StorageTier.ARCHIVE));
    }
  }

  private org.apache.hadoop.fs.Path path() throws IOException {
    try {
      return new org.apache.hadoop.fs.Path(directory);
    } catch (IllegalArgumentException e) {
      throw FileFailures.ofPath(directory, e);
    }
  }

  private TestBlocks testBlocks(
      HdfsResolver resolver, org.apache.hadoop.fs.Path path, Configuration conf, long bytes)
      throws IOException {
    try {
      HdfsFile parent =
          resolver
              .resolve(path)
              .orElseThrow(
                  () ->
                      new IOException(
                          "%s is not on HDFS. Set HADOOP_CONF_DIR to the configuration of the cluster."
                              .formatted(path)));
      org.apache.hadoop.fs.Path stored = new org.apache.hadoop.fs.Path(parent.src());
      parent.fileSystem().getFileStatus(stored);
      return new TestBlocks(parent.fileSystem(), stored, bytes);
    } catch (IOException e) {
      throw FileFailures.of(directory, conf, e);
    }
  }

  private Optional<Calibrator.CacheDropper> dropper() {
    return Optional.ofNullable(dropCaches).map(command -> () -> shell(command));
  }

  private static void shell(String command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("sh", "-c", command)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int code = process.waitFor();
    if (code != 0) {
      throw new IOException("--drop-caches ended with exit code " + code);
    }
  }

  private void check(boolean right, String otherwise) {
    if (!right) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }
}

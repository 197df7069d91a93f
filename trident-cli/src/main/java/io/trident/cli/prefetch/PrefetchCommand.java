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
package io.trident.cli.prefetch;

import io.trident.cli.FileFailures;
import io.trident.cli.HadoopLogs;
import io.trident.cli.inspect.InputFiles;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.prefetch.input.PlannedInput;
import io.trident.core.storage.FileSegment;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.cache.BlockCacher;
import io.trident.hdfs.locate.HdfsFile;
import io.trident.hdfs.locate.HdfsResolver;
import io.trident.storage.PinSession;
import io.trident.storage.Storage;
import io.trident.storage.Storages;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trident prefetch PATH...}. */
@Command(
    name = "prefetch",
    description = {
      "Plans which blocks of files to cache for a job with one task per block, shows what the model"
          + " expects of it, and has them cached for a while.",
      "Set HADOOP_CONF_DIR to the configuration of the cluster."
    })
public final class PrefetchCommand implements Callable<Integer> {
  private static final Duration GIVE_UP = Duration.ofMinutes(5);

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Parameters(paramLabel = "PATH", description = "Files, directories or globs.", arity = "0..*")
  private List<String> paths = List.of();

  @Option(names = "--dry-run", description = "Print the plan and cache nothing.")
  private boolean dryRun;

  @Option(
      names = "--prefetcher",
      paramLabel = "NAME",
      description = "trident, trident-delay or prefetch-all; trident if absent.")
  private String prefetcher = PrefetcherName.TRIDENT.label();

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "Tasks that the job can run at once on every node with a replica; 2 if absent.")
  private int slots = 2;

  @Option(
      names = "--job-class",
      paramLabel = "NAME",
      description =
          "Predict by what jobs of this class taught, as far as trident.prefetch.model-path keeps"
              + " it: the name of the class, or of one of its jobs.")
  private String jobClass = "";

  @Option(
      names = "--node",
      paramLabel = "HOST",
      description = "Cache on this node only; may be repeated.")
  private List<String> nodes = List.of();

  @Option(
      names = "--ttl",
      paramLabel = "SECONDS",
      description =
          "How long the blocks stay cached, as far as the NameNode and the pool allow; 600 if"
              + " absent.")
  private int ttlSeconds = 600;

  @Option(names = "--list", description = "List who has which blocks cached, and for how long.")
  private boolean list;

  @Option(
      names = "--release",
      paramLabel = "LEASE",
      description = "Let go of what a lease holds; --list shows its identifier.")
  private @Nullable String release;

  @Override
  public Integer call() throws IOException, InterruptedException {
    check(paths.isEmpty() == (list || release != null), "give PATH, or --list or --release");
    check(slots >= 1 && ttlSeconds >= 1, "--slots and --ttl must be at least 1");
    PrefetcherName planner = named(prefetcher);
    HadoopLogs.drop();
    Configuration conf = InputFiles.forPerson(new HdfsConfiguration());
    conf.setLong(HdfsKeys.CACHE_TTL_MS.name(), Math.max(1_000L, ttlSeconds * 1_000L));
    PrintWriter out = spec.commandLine().getOut();
    try {
      return paths.isEmpty() ? leases(conf, out) : prefetch(conf, planner, out);
    } finally {
      out.flush();
    }
  }

  /** Leases of other users and processes are the business of HDFS's plugin. */
  private int leases(Configuration conf, PrintWriter out) throws IOException {
    try (HdfsResolver resolver = new HdfsResolver(conf);
        BlockCacher cacher = new BlockCacher(conf)) {
      if (release != null) {
        return release(cacher, hdfs(resolver, conf), release, out);
      }
      PrefetchText.leases(cacher.leases(hdfs(resolver, conf)), out);
      return 0;
    }
  }

  private int prefetch(Configuration conf, PrefetcherName planner, PrintWriter out)
      throws IOException, InterruptedException {
    InputFiles files = new InputFiles(conf);
    List<FileSegment> segments = new ArrayList<>();
    for (String path : paths) {
      segments.addAll(files.segments(path));
    }
    ModelChoice model = ModelChoice.of(conf, jobClass);
    try (Storage storage = Storages.open(conf)) {
      PlannedInput planned =
          InputLocator.locate(storage, segments, conf, model, slots, nodes).plan(planner);
      PrefetchText.plan(planned, model, out);
      out.flush();
      if (dryRun || planned.plan().isEmpty()) {
        return 0;
      }
      String owner = "cli_" + UserGroupInformation.getCurrentUser().getShortUserName();
      PinSession session = storage.pin(owner, planned.blocks());
      long end = System.nanoTime() + GIVE_UP.toNanos();
      while (!session.await(Duration.ofSeconds(1)) && System.nanoTime() - end < 0) {
        PrefetchText.progress(session.progress(), out);
        out.flush();
      }
      session.detach();
      return PrefetchText.result(session.progress(), Duration.ofSeconds(ttlSeconds), out) ? 0 : 1;
    }
  }

  private static int release(
      BlockCacher cacher, DistributedFileSystem hdfs, String lease, PrintWriter out)
      throws IOException {
    if (!cacher.release(hdfs, lease)) {
      throw new IOException(
          "There is no lease %s (any more); --list shows those that there are.".formatted(lease));
    }
    out.printf("Lease %s is let go.%n", lease);
    return 0;
  }

  private static DistributedFileSystem hdfs(HdfsResolver resolver, Configuration conf)
      throws IOException {
    URI root = FileSystem.getDefaultUri(conf);
    try {
      return resolver
          .resolve(new Path(Path.SEPARATOR))
          .map(HdfsFile::fileSystem)
          .orElseThrow(
              () ->
                  new IOException(
                      ("%s is not HDFS. Set HADOOP_CONF_DIR to a configuration whose fs.defaultFS"
                              + " is the file system of a NameNode.")
                          .formatted(root)));
    } catch (IOException e) {
      throw FileFailures.of(Path.SEPARATOR, conf, e);
    }
  }

  private PrefetcherName named(String label) {
    for (PrefetcherName name :
        List.of(
            PrefetcherName.TRIDENT, PrefetcherName.TRIDENT_DELAY, PrefetcherName.PREFETCH_ALL)) {
      if (name.label().equals(label)) {
        return name;
      }
    }
    throw new ParameterException(
        spec.commandLine(),
        "--prefetcher must be trident, trident-delay or prefetch-all: " + label);
  }

  private void check(boolean right, String otherwise) {
    if (!right) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }
}

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
package io.trident.mapreduce.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.placement.PolicyName;
import io.trident.mapreduce.TridentCounter;
import io.trident.minicluster.TieredCluster;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.lib.input.CombineTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The trident-yarn framework with real containers, on one cluster: what stock does Trident does.
 *
 * <p>Jobs are submitted together, because most of a small job's time is start-up.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FrameworkIT {
  private static final int BLOCK = 1 << 20;
  private static final int BLOCKS = 2;
  private static final Path INPUT = new Path("/input/words");

  private TieredCluster cluster;
  private TreeMap<String, Integer> expected;
  private Job stock;
  private Job limited;
  private Job uber;
  private Job retried;
  private Job isolated;

  @BeforeAll
  void start() throws Exception {
    cluster =
        TieredCluster.builder()
            .nodes(4)
            .racks(2)
            .slotsPerNode(8)
            .baseDir(java.nio.file.Path.of("target", "framework-it-" + System.nanoTime()))
            .set("dfs.blocksize", Integer.toString(BLOCK))
            .start();
    FileSystem fs = cluster.fileSystem();
    TestData.write(fs.create(INPUT), BLOCKS * BLOCK, 1);
    expected = TestData.expected(BLOCKS * BLOCK, 1);
    stock = submit("stock", conf("yarn"), INPUT);

    Configuration limit = conf("trident-yarn");
    limit.setInt("mapreduce.job.running.map.limit", 1);
    limited = submit("limited", limit, INPUT);

    Configuration uberConf = conf("trident-yarn");
    uberConf.setBoolean("mapreduce.job.ubertask.enable", true);
    uberConf.setLong("mapreduce.job.ubertask.maxbytes", 1L << 30);
    uber = submit("uber", uberConf, INPUT);

    Configuration failing = conf("trident-yarn");
    failing.setInt(WordCount.FAILURES, 1);
    failing.setBoolean("mapreduce.map.speculative", true);
    retried = submit("retried", failing, INPUT);

    Configuration loader = conf("trident-yarn");
    loader.setBoolean("mapreduce.job.classloader", true);
    isolated = submit("class-loader", loader, INPUT);
  }

  @AfterAll
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private Configuration conf(String framework) {
    Configuration conf = cluster.configuration();
    conf.set("mapreduce.framework.name", framework);
    return conf;
  }

  private static Path output(String name) {
    return new Path("/out/" + name);
  }

  private static Job submit(String name, Configuration conf, Path... inputs) throws Exception {
    Job job = WordCount.job(conf, output(name), inputs);
    job.setJobName(name);
    job.submit();
    return job;
  }

  private static void assertSucceeds(Job job) throws Exception {
    assertThat(job.waitForCompletion(false))
        .as(job.getJobName() + ": " + job.getStatus().getFailureInfo())
        .isTrue();
  }

  private void assertCounted(Job job) throws Exception {
    assertSucceeds(job);
    assertThat(TestData.counts(job.getConfiguration(), output(job.getJobName())))
        .as(job.getJobName())
        .isEqualTo(expected);
  }

  @Test
  void everyPolicyRunsAndTridentIsOptimal() throws Exception {
    Map<PolicyName, Job> jobs = new LinkedHashMap<>();
    for (PolicyName policy : PolicyName.values()) {
      Configuration conf = conf("trident-yarn");
      conf.set("trident.mapreduce.policy", policy.label());
      conf.set("trident.matching.certify", "certify");
      conf.set("trident.mapreduce.placements-dir", "/placements/" + policy.label());
      jobs.put(policy, submit(policy.label(), conf, INPUT));
    }
    for (Map.Entry<PolicyName, Job> entry : jobs.entrySet()) {
      Job job = entry.getValue();
      assertCounted(job);
      long cost = TestData.counter(job, TridentCounter.ASSIGNMENT_COST);
      long optimum = TestData.counter(job, TridentCounter.OPTIMAL_COST);
      assertThat(TestData.placed(job)).isEqualTo(BLOCKS);
      assertThat(localities(job)).isEqualTo(BLOCKS);
      assertThat(optimum).as(job.getJobName()).isPositive().isLessThanOrEqualTo(cost);
      if (entry.getKey() == PolicyName.TRIDENT) {
        assertThat(cost).isEqualTo(optimum);
      }
      assertPlacementsWritten(job);
    }
  }

  private static long localities(Job job) throws Exception {
    return TestData.counter(job, JobCounter.DATA_LOCAL_MAPS)
        + TestData.counter(job, JobCounter.RACK_LOCAL_MAPS)
        + TestData.counter(job, JobCounter.OTHER_LOCAL_MAPS);
  }

  private static void assertPlacementsWritten(Job job) throws Exception {
    Path file = new Path("/placements/" + job.getJobName(), job.getJobID() + "_1.placements.jsonl");
    try (var in = file.getFileSystem(job.getConfiguration()).open(file)) {
      List<String> lines = new String(in.readAllBytes(), "UTF-8").lines().toList();
      assertThat(lines).hasSize(BLOCKS);
      assertThat(lines)
          .allMatch(line -> line.matches("\\{\"task\":\"task_\\S+\"node\":\"node\\d\".*\\}"))
          .allMatch(line -> line.contains("\"optimum\":") || line.contains("\"locality\":"));
    }
  }

  /** Four nodes in two racks have a reduce each, whichever of them was offered first. */
  @Test
  @Tag("slow")
  void reducesAreSpread() throws Exception {
    Job job = WordCount.job(conf("trident-yarn"), output("spread"), INPUT);
    job.setJobName("spread");
    job.setNumReduceTasks(4);
    job.submit();
    assertCounted(job);
    List<String> nodes = new ArrayList<>();
    for (TaskCompletionEvent event : job.getTaskCompletionEvents(0, 1000)) {
      if (!event.isMapTask()) {
        // Once the job is the history server's, it is the node manager's address, without a scheme.
        nodes.add(event.getTaskTrackerHttp().replaceAll("http://|:.*", ""));
      }
    }
    assertThat(nodes).hasSize(4).doesNotHaveDuplicates();
  }

  @Test
  @Tag("slow")
  void inputsOfEveryKindAreCountedAsByStock() throws Exception {
    Configuration twoBlocks = conf("trident-yarn");
    twoBlocks.setLong(FileInputFormat.SPLIT_MINSIZE, 2L * BLOCK);
    Job multiBlock = submit("multi-block", twoBlocks, INPUT);

    Job combined = WordCount.job(conf("trident-yarn"), output("combined"), INPUT);
    combined.setJobName("combined");
    combined.setInputFormatClass(CombineTextInputFormat.class);
    CombineTextInputFormat.setMaxInputSplitSize(combined, 2L * BLOCK);
    combined.submit();

    Path zipped = new Path("/input-gz/words.gz");
    try (OutputStream out = new GZIPOutputStream(cluster.fileSystem().create(zipped))) {
      TestData.write(out, BLOCKS * BLOCK, 1);
    }
    RunningJob compressed = submitOldApi("compressed", zipped);

    java.nio.file.Path localFile = cluster.baseDir().resolve("local-words");
    TestData.write(Files.newOutputStream(localFile), BLOCKS * BLOCK, 1);
    Configuration local = conf("trident-yarn");
    local.setLong(FileInputFormat.SPLIT_MINSIZE, 4L * BLOCK);
    Job localInput = submit("local", local, new Path(localFile.toUri().toString()));

    Job located = WordCount.job(conf("trident-yarn"), output("located"));
    located.setInputFormatClass(LocatedInput.class);
    located.submit();

    assertCounted(multiBlock);
    assertThat(TestData.placed(multiBlock)).isEqualTo(1);
    assertCounted(combined);
    assertThat(TestData.placed(combined)).isEqualTo(1);
    assertCounted(localInput);
    assertThat(TestData.counter(localInput, TridentCounter.NO_PREFERENCE)).isEqualTo(1);
    assertSucceeds(located);
    assertThat(TestData.counts(located.getConfiguration(), output("located")))
        .isEqualTo(new TreeMap<>(Map.of("located", 3)));
    assertThat(TestData.counter(located, TridentCounter.NO_PREFERENCE)).isEqualTo(1);
    assertThat(TestData.placed(located)).isEqualTo(3);
    compressed.waitForCompletion();
    assertThat(compressed.isSuccessful()).isTrue();
    assertThat(TestData.counts(conf("yarn"), output("compressed"))).isEqualTo(expected);
    assertThat(compressed.getCounters().getCounter(TridentCounter.ASSIGNMENT_COST)).isPositive();
  }

  private RunningJob submitOldApi(String name, Path input) throws Exception {
    JobConf conf = new JobConf(conf("trident-yarn"));
    conf.setJar(JobJar.path().toString());
    conf.setJobName(name);
    conf.setMapperClass(OldApiWords.class);
    conf.setReducerClass(OldApiSum.class);
    conf.setOutputKeyClass(Text.class);
    conf.setOutputValueClass(IntWritable.class);
    org.apache.hadoop.mapred.FileInputFormat.setInputPaths(conf, input);
    org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(conf, output(name));
    return new JobClient(conf).submitJob(conf);
  }

  @Test
  @Tag("slow")
  void stockMasterWorksWithTridentsScheduler() throws Exception {
    assertCounted(stock);
    assertThat(TestData.placed(stock)).isZero();
  }

  @Test
  @Tag("slow")
  void limitOfRunningMaps() throws Exception {
    assertCounted(limited);
    assertThat(TestData.placed(limited)).isEqualTo(BLOCKS);
    assertThat(TestData.overlappingMaps(limited)).isZero();
  }

  @Test
  @Tag("slow")
  void uberJob() throws Exception {
    assertCounted(uber);
    assertThat(uber.isUber()).isTrue();
    assertThat(TestData.placed(uber)).isZero();
  }

  @Test
  @Tag("slow")
  void failedMapIsRetriedWithSpeculationOn() throws Exception {
    assertCounted(retried);
    assertThat(TestData.counter(retried, JobCounter.NUM_FAILED_MAPS)).isEqualTo(1);
    assertThat(TestData.placed(retried)).isGreaterThanOrEqualTo(BLOCKS + 1);
  }

  @Test
  @Tag("slow")
  void jobClassLoader() throws Exception {
    assertCounted(isolated);
    assertThat(TestData.placed(isolated)).isEqualTo(BLOCKS);
  }
}

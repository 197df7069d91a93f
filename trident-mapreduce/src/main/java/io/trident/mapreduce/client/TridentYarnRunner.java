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
package io.trident.mapreduce.client;

import io.trident.core.guard.Guard;
import io.trident.mapreduce.prefetch.JobPrefetcher;
import io.trident.mapreduce.split.JobInputs;
import io.trident.mapreduce.split.SplitReader;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.ResourceMgrDelegate;
import org.apache.hadoop.mapred.YARNRunner;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.LocalResource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Submits a job as {@link YARNRunner} does, with Trident's application master.
 *
 * <p>Where the job asks for it, the job's input is prefetched on the way ({@link JobPrefetcher}).
 *
 * <p>It adds three things to what the stock runner submits: the file {@code job.trident} that lists
 * what each split reads, this jar as a resource of the AM only, and the AM's main class. If any of
 * it is not possible, the job is submitted exactly as stock.
 */
public final class TridentYarnRunner extends YARNRunner {
  private static final Logger LOG = LoggerFactory.getLogger(TridentYarnRunner.class);

  private final ResourceMgrDelegate resourceManager;
  private final Guard guard =
      new Guard((consequence, failure) -> LOG.warn("{} (logged once)", consequence, failure));

  /** A runner for the cluster of the given configuration. */
  public TridentYarnRunner(Configuration conf) {
    this(conf, new ResourceMgrDelegate(new YarnConfiguration(conf)));
  }

  TridentYarnRunner(Configuration conf, ResourceMgrDelegate resourceManager) {
    super(conf, resourceManager);
    this.resourceManager = resourceManager;
  }

  @Override
  public ApplicationSubmissionContext createApplicationSubmissionContext(
      Configuration conf, String submitDir, Credentials credentials) throws IOException {
    ApplicationSubmissionContext stock =
        super.createApplicationSubmissionContext(conf, submitDir, credentials);
    guard.run(
        "Jobs are submitted with Hadoop's own AM", () -> prepare(stock, conf, new Path(submitDir)));
    return stock;
  }

  /** All that can fail comes before the first change of the context. */
  private void prepare(ApplicationSubmissionContext context, Configuration conf, Path submitDir)
      throws IOException {
    Path jar = PluginJar.find(conf);
    FileSystem fs = submitDir.getFileSystem(conf);
    AmLaunch launch = AmLaunch.of(context.getAMContainerSpec(), conf);
    LocalResource shipped = AmLaunch.ship(jar, submitDir, fs, conf);
    Configuration job = submitted(conf, fs, submitDir);
    JobInputs inputs = SplitReader.read(fs, submitDir, job, guard);
    inputs.write(fs, new Path(submitDir, JobInputs.FILE_NAME));
    launch.apply(shipped);
    LOG.info(
        "Submitting with Trident's AM; {} splits, {} of them of files",
        inputs.size(),
        inputs.splitsOfFiles());
    // Last, and whatever fails leaves the job as it is.
    guard.run("Input is not prefetched", () -> prefetch(context, job, inputs, fs, submitDir));
  }

  private void prefetch(
      ApplicationSubmissionContext context,
      Configuration job,
      JobInputs inputs,
      FileSystem fs,
      Path submitDir)
      throws IOException, InterruptedException {
    JobPrefetcher prefetcher = new JobPrefetcher(job);
    if (prefetcher.isOn()) {
      String owner = TypeConverter.fromYarn(context.getApplicationId()).toString();
      prefetcher.run(owner, inputs, MapSlots.of(resourceManager, job), fs, submitDir);
    }
  }

  /**
   * The job's own configuration. A runner's may be that of the cluster object it was made for,
   * which lacks the job's serializations.
   */
  private static Configuration submitted(Configuration conf, FileSystem fs, Path submitDir)
      throws IOException {
    Configuration job = new Configuration(conf);
    try (FSDataInputStream in = fs.open(new Path(submitDir, MRJobConfig.JOB_CONF_FILE))) {
      job.addResource(in, MRJobConfig.JOB_CONF_FILE);
      job.size(); // loads it while the stream is open
    }
    @Nullable ClassLoader context = Thread.currentThread().getContextClassLoader();
    if (context != null) {
      job.setClassLoader(context);
    }
    return job;
  }
}

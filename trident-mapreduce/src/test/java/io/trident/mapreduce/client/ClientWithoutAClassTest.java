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

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.guard.Guard;
import io.trident.mapreduce.HidingLoader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.YARNRunner;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.apache.hadoop.security.Credentials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whichever class the jar lacks, a job is submitted: with Trident's master or with Hadoop's. */
final class ClientWithoutAClassTest {
  /** Runs in a loader of its own; returns the command that starts the master of a job. */
  public static final class Scenario implements Function<String, String> {
    @Override
    public String apply(String submitDir) {
      Configuration conf = new Configuration();
      conf.set("mapreduce.framework.name", "trident-yarn");
      conf.set("fs.defaultFS", "file:///");
      try {
        ClientProtocolProvider provider = new TridentClientProtocolProvider();
        ClientProtocol client = provider.create(conf);
        try {
          return ((YARNRunner) client)
              .createApplicationSubmissionContext(conf, submitDir, new Credentials())
              .getAMContainerSpec()
              .getCommands()
              .toString();
        } finally {
          provider.close(client);
        }
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }

  @SuppressWarnings("unchecked") // Scenario is one
  private static String commandBy(HidingLoader loader, java.nio.file.Path directory)
      throws Exception {
    java.nio.file.Path jar = directory.resolve("packed.jar");
    Files.writeString(jar, "");
    Function<String, String> scenario =
        (Function<String, String>)
            loader
                .packedIn(jar)
                .loadClass(Scenario.class.getName())
                .getDeclaredConstructor()
                .newInstance();
    return scenario.apply(directory.toUri().toString());
  }

  @Test
  void whicheverClassIsMissingTheJobIsSubmitted(@TempDir java.nio.file.Path directory)
      throws Exception {
    Configuration conf = new Configuration();
    FileSystem local = FileSystem.getLocal(conf).getRaw();
    Path submitDir = new Path(directory.toUri().toString());
    JobSplitWriter.createSplitFiles(
        submitDir,
        conf,
        local,
        new InputSplit[] {new FileSplit(new Path("file:///data"), 0, 9, new String[] {"h1"})});
    try (OutputStream out = local.create(new Path(submitDir, MRJobConfig.JOB_CONF_FILE))) {
      conf.writeXml(out);
    }

    HidingLoader complete = new HidingLoader("", Set.of());
    assertThat(commandBy(complete, directory)).contains(AmLaunch.MAIN_CLASS);
    assertThat(complete.asked()).hasSizeGreaterThan(8);

    for (String hidden : complete.asked()) {
      if (!hidden.startsWith(Guard.class.getName()) // without it nothing is guarded
          && !hidden.equals(TridentClientProtocolProvider.class.getName())) { // Hadoop's look-up
        assertThat(commandBy(new HidingLoader(hidden, Set.of()), directory))
            .as("without %s", hidden)
            .containsAnyOf(AmLaunch.MAIN_CLASS, MRJobConfig.APPLICATION_MASTER_CLASS);
      }
    }
  }
}

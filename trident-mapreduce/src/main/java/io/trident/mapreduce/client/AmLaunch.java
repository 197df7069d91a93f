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

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.util.MRApps;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.apache.hadoop.yarn.api.ApplicationConstants.Environment;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.LocalResource;
import org.apache.hadoop.yarn.api.records.LocalResourceType;
import org.apache.hadoop.yarn.api.records.LocalResourceVisibility;
import org.apache.hadoop.yarn.api.records.URL;

/** The stock launch of an AM, changed into the launch of Trident's. */
final class AmLaunch {
  /** Name of the plugin jar in the working directory of the AM. */
  static final String JAR_NAME = "trident-mapreduce.jar";

  /** Main class of the AM; by name, because it lives in a package of Hadoop's AM jar. */
  static final String MAIN_CLASS = "org.apache.hadoop.mapreduce.v2.app.TridentMRAppMaster";

  private static final Pattern STOCK_MAIN_CLASS =
      Pattern.compile(
          "(?<=^|\\s)" + Pattern.quote(MRJobConfig.APPLICATION_MASTER_CLASS) + "(?=\\s|$)");

  private final ContainerLaunchContext context;
  private final List<String> commands;
  private final Map<String, String> environment;

  private AmLaunch(
      ContainerLaunchContext context, List<String> commands, Map<String, String> environment) {
    this.context = context;
    this.commands = commands;
    this.environment = environment;
  }

  /**
   * Plans the launch; changes nothing yet.
   *
   * @throws IOException if the stock main class does not occur exactly once in the command
   */
  static AmLaunch of(ContainerLaunchContext context, Configuration conf) throws IOException {
    Map<String, String> environment = new HashMap<>(context.getEnvironment());
    String separator =
        conf.getBoolean(MRConfig.MAPREDUCE_APP_SUBMISSION_CROSS_PLATFORM, false)
            ? ApplicationConstants.CLASS_PATH_SEPARATOR
            : File.pathSeparator;
    String jar = MRApps.crossPlatformifyMREnv(conf, Environment.PWD) + Path.SEPARATOR + JAR_NAME;
    // CLASSPATH and not -libjars: it also holds for an AM with a job class loader.
    environment.merge(Environment.CLASSPATH.name(), jar, (stock, ours) -> ours + separator + stock);
    return new AmLaunch(context, replaceMainClass(context.getCommands()), environment);
  }

  static List<String> replaceMainClass(List<String> commands) throws IOException {
    int found = 0;
    List<String> replaced = new ArrayList<>();
    for (String command : commands) {
      Matcher matcher = STOCK_MAIN_CLASS.matcher(command);
      StringBuilder text = new StringBuilder();
      while (matcher.find()) {
        found++;
        matcher.appendReplacement(text, Matcher.quoteReplacement(MAIN_CLASS));
      }
      replaced.add(matcher.appendTail(text).toString());
    }
    if (found != 1) {
      throw new IOException(
          "The AM's command names %s %d times instead of once: %s"
              .formatted(MRJobConfig.APPLICATION_MASTER_CLASS, found, commands));
    }
    return replaced;
  }

  /** Uploads the plugin jar beside the job, replicated as the job's own files are. */
  static LocalResource ship(Path jar, Path submitDir, FileSystem fs, Configuration conf)
      throws IOException {
    Path target = fs.makeQualified(new Path(submitDir, JAR_NAME));
    fs.copyFromLocalFile(false, true, jar, target);
    fs.setReplication(
        target, (short) conf.getInt(Job.SUBMIT_REPLICATION, Job.DEFAULT_SUBMIT_REPLICATION));
    FileStatus status = fs.getFileStatus(target);
    return LocalResource.newInstance(
        URL.fromPath(fs.resolvePath(target)),
        LocalResourceType.FILE,
        LocalResourceVisibility.APPLICATION,
        status.getLen(),
        status.getModificationTime());
  }

  /** Puts the plan into the launch context. Cannot fail half-way. */
  void apply(LocalResource shipped) {
    Map<String, LocalResource> resources = new HashMap<>(context.getLocalResources());
    resources.put(JAR_NAME, shipped);
    context.setLocalResources(resources);
    context.setEnvironment(environment);
    context.setCommands(commands);
  }
}

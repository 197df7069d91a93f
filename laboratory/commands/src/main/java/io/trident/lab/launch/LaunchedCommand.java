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
package io.trident.lab.launch;

import io.trident.cli.SubCommand;
import io.trident.minicluster.PluginJars;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A sub-command that runs in a JVM of its own, since its class path is not that of the product.
 *
 * @param cluster what its JVM has of the user's cluster
 */
record LaunchedCommand(String name, String summary, ClusterOf cluster) implements SubCommand {
  /** Whose cluster a command uses. */
  enum ClusterOf {
    /** It makes its own, with nodes of its own names. */
    ITS_OWN,
    /** That which {@code HADOOP_CONF_DIR} configures, if it is set. */
    THE_USER
  }

  private static final List<String> OPENED =
      List.of(
          // What Hadoop opens by reflection.
          "java.lang",
          "java.io",
          "java.math",
          "java.net",
          "java.nio",
          "java.text",
          "java.util",
          "java.util.concurrent",
          "sun.net.dns",
          "sun.net.util",
          "sun.nio.ch",
          // What Spark's launcher opens, too.
          "java.lang.invoke",
          "java.lang.reflect",
          "java.util.concurrent.atomic",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar",
          "jdk.internal.ref");

  @Override
  public int run(List<String> arguments) throws IOException, InterruptedException {
    SourceCheckout checkout = SourceCheckout.ofThisProgram();
    List<String> command = Stream.concat(Stream.of(name), arguments.stream()).toList();
    return new ChildProcess(jvm(checkout, System.getenv()).running(command)).run();
  }

  /** Returns the JVM that it runs in, with what a user's environment asks for. */
  LaboratoryJvm jvm(SourceCheckout checkout, Map<String, String> environment) throws IOException {
    List<String> options = new ArrayList<>();
    for (String opened : OPENED) {
      options.add("--add-opens=java.base/%s=ALL-UNNAMED".formatted(opened));
    }
    options.add("-Djava.net.preferIPv4Stack=true");
    options.add("-D%s=%s".formatted(SourceCheckout.HOME, checkout.root()));
    options.add("-D%s=%s".formatted(PluginJars.PROPERTY, checkout.pluginJars()));
    options.add("-XX:+UseSerialGC");
    options.add("-Xmx2g");
    List<String> classPath = new ArrayList<>();
    String configuration = environment.getOrDefault("HADOOP_CONF_DIR", "");
    if (cluster == ClusterOf.ITS_OWN) {
      options.add("-Djdk.net.hosts.file=" + NodeNames.write());
    } else if (!configuration.isEmpty()) {
      classPath.add(Path.of(configuration).toString());
    }
    String more = environment.getOrDefault("TRIDENT_OPTS", "").strip();
    if (!more.isEmpty()) {
      options.addAll(List.of(more.split("\\s+")));
    }
    classPath.addAll(checkout.commandsClassPath());
    return new LaboratoryJvm(options, classPath);
  }
}

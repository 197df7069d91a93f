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
package io.trident.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine;

/**
 * What a run of the command gave.
 *
 * @param exitCode the process's exit code
 * @param out standard output
 * @param err standard error
 */
public record CommandRun(int exitCode, String out, String err) {
  /** Runs {@code trident args...} in this process. */
  public static CommandRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    int exitCode = command.execute(args);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }

  /**
   * The same, as with HADOOP_CONF_DIR set.
   *
   * @param site the file that has the configuration, such as {@code core-site.xml}
   */
  public static CommandRun configured(String site, Configuration conf, String... args)
      throws IOException {
    Path dir = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "conf");
    try (OutputStream out = Files.newOutputStream(dir.resolve(site))) {
      conf.writeXml(out);
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {dir.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      return of(args);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}

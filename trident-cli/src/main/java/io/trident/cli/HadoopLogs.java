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
import java.nio.file.Path;
import org.apache.log4j.FileAppender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.varia.NullAppender;

/** Where the log of Hadoop's own code goes, so that it does not bury the output of a command. */
public final class HadoopLogs {
  /** Held here, because the JDK forgets the level of a logger that nobody holds. */
  private static final java.util.logging.Logger WEB_SERVERS =
      java.util.logging.Logger.getLogger("com.google.inject");

  private HadoopLogs() {}

  /** Drops it: a command that asks a cluster reports by itself what went wrong. */
  public static void drop() {
    Logger root = Logger.getRootLogger();
    root.removeAllAppenders();
    root.setLevel(Level.OFF);
    root.addAppender(new NullAppender());
    quietWebServers();
  }

  /** Writes warnings and, of Trident's own classes, what they decide to a file. */
  public static void toFile(Path file) throws IOException {
    Logger root = Logger.getRootLogger();
    root.removeAllAppenders();
    root.setLevel(Level.WARN);
    Logger.getLogger("io.trident").setLevel(Level.INFO);
    root.addAppender(
        new FileAppender(new PatternLayout("%d{ISO8601} %-5p %c{1}: %m%n"), file.toString()));
    quietWebServers();
  }

  /** The daemons' web servers log through the JDK, to the console; their warnings are harmless. */
  private static void quietWebServers() {
    WEB_SERVERS.setLevel(java.util.logging.Level.SEVERE);
  }
}

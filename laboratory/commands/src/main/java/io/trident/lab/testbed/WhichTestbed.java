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

import io.trident.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which test bed a command is about. */
public final class WhichTestbed {
  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "The test bed's directory; default: /var/tmp/trident-testbed-USER.")
  private @Nullable Path directory;

  /** Returns the test bed, be there one or not. */
  public Testbed testbed() throws IOException {
    return Testbed.at(
        directory == null
            ? Path.of("/var/tmp", "trident-testbed-" + System.getProperty("user.name"))
            : directory);
  }
}

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

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** The jar of this run's job classes: containers see Hadoop and what a job brings along. */
final class JobJar {
  private JobJar() {}

  static Path path() throws IOException {
    Path jar =
        Path.of("target", "test-job-%d.jar".formatted(ProcessHandle.current().pid()))
            .toAbsolutePath();
    if (!Files.exists(jar)) {
      Path part = Files.createTempFile(jar.getParent(), "test-job", ".part");
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(part))) {
        for (Class<?> type :
            List.of(
                WordCount.class,
                WordCount.Words.class,
                Digest.class,
                Digest.Lines.class,
                OldApiWords.class,
                OldApiSum.class,
                LocatedInput.class,
                LocatedInput.Split.class,
                LocatedInput.Reader.class)) {
          String name = type.getName().replace('.', '/') + ".class";
          out.putNextEntry(new JarEntry(name));
          try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
            in.transferTo(out);
          }
          out.closeEntry();
        }
      }
      Files.move(part, jar);
    }
    return jar;
  }
}

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
package io.trident.lab.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileUtil;
import org.jspecify.annotations.Nullable;

/**
 * Where a demo keeps data and logs.
 *
 * @param path an absolute path of a directory that exists
 * @param isTemporary whether nobody wants to keep it
 */
public record DemoDirectory(Path path, boolean isTemporary) {
  /** Returns the directory that the user named, or a temporary one. */
  public static DemoDirectory of(@Nullable Path named) throws IOException {
    return named == null
        ? new DemoDirectory(Files.createTempDirectory("trident-demo-").toAbsolutePath(), true)
        : new DemoDirectory(Files.createDirectories(named).toAbsolutePath(), false);
  }

  /** Removes it and all in it if it is temporary. */
  public void discard() {
    if (isTemporary) {
      FileUtil.fullyDelete(path.toFile());
    }
  }
}

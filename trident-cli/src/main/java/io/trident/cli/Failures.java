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

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Turns a failure into the one line that a user needs. */
final class Failures {
  private Failures() {}

  /** Returns the failure's message, or its kind where it has none; never blank. */
  static String message(Throwable failure) {
    @Nullable String text =
        failure instanceof FileSystemException file ? ofFile(file) : failure.getMessage();
    if (text == null || text.isBlank()) {
      return "trident: failed with " + failure.getClass().getSimpleName() + "; see --verbose.";
    }
    return "trident: " + text.lines().findFirst().orElse(text);
  }

  /** The JDK's own message is the name of the file, often without what is wrong with it. */
  private static @Nullable String ofFile(FileSystemException failure) {
    if (failure instanceof NoSuchFileException) {
      return "There is no file %s.".formatted(failure.getFile());
    }
    if (failure instanceof AccessDeniedException) {
      return "No permission for %s.".formatted(failure.getFile());
    }
    if (failure instanceof FileAlreadyExistsException) {
      return "%s exists already; remove it or name another.".formatted(failure.getFile());
    }
    if (failure instanceof NotDirectoryException) {
      return "%s is not a directory.".formatted(failure.getFile());
    }
    return failure.getMessage();
  }
}

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
package io.trident.testbed;

import com.sun.jna.Library;
import com.sun.jna.Native;
import java.io.IOException;
import java.nio.file.Path;

/** Lets the kernel forget what it keeps in memory of single files, as the JDK cannot. */
final class PageCache {
  private static final int O_RDONLY = 0;
  private static final int POSIX_FADV_DONTNEED = 4;
  private static final LibC C = Native.load("c", LibC.class);

  private PageCache() {}

  /** What is used of the C library. */
  interface LibC extends Library {
    int open(String path, int flags);

    int close(int descriptor);

    /** Returns 0 or the number of the error. */
    @SuppressWarnings("checkstyle:MethodName")
    int posix_fadvise(int descriptor, long offset, long length, int advice);
  }

  /**
   * Drops a file's pages, except those that are not written yet, which are written first.
   *
   * @return whether the file was there
   * @throws IOException if the kernel refuses
   */
  static boolean drop(Path file) throws IOException {
    int descriptor = C.open(file.toString(), O_RDONLY);
    if (descriptor < 0) {
      return false;
    }
    try {
      int error = C.posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
      if (error != 0) {
        throw new IOException("posix_fadvise of %s failed with error %d".formatted(file, error));
      }
      return true;
    } finally {
      C.close(descriptor);
    }
  }
}

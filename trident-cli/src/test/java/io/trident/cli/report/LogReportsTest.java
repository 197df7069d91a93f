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
package io.trident.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xerial.snappy.SnappyError;
import org.xerial.snappy.SnappyErrorCode;

/** Whatever a file system, or a library that decodes, does with one log: others are reported. */
final class LogReportsTest {
  private static final String LOCKED = "locked";

  @TempDir private Path directory = Path.of("");

  /** Returns why a log of a name is left out, beside one that is reported. */
  private String reasonFor(String name) throws IOException {
    Files.copy(
        Path.of("src", "test", "resources", "eventlogs", "trident.json"),
        directory.resolve("good"));
    Files.createFile(directory.resolve(name));
    Configuration conf = new Configuration(false);
    conf.setClass("fs.odd.impl", OddFiles.class, FileSystem.class);
    LogReports reports = new LogReports(conf);
    reports.add("odd://" + directory);
    assertThat(reports.applications()).hasSize(1);
    assertThat(reports.leftOut()).hasSize(1);
    assertThat(reports.leftOut().get(0).log()).endsWith("/" + name);
    return reports.leftOut().get(0).reason();
  }

  /** Local file systems call it absent. */
  @Test
  void aFileThatMayNotBeReadIsNoAbsentOne() throws IOException {
    assertThat(reasonFor(LOCKED)).startsWith("no permission to read it (");
  }

  static IntStream whatLibrariesThrow() {
    return IntStream.range(0, OddFiles.THROWN.size());
  }

  @ParameterizedTest
  @MethodSource("whatLibrariesThrow")
  void whateverDecodingThrowsIsDamage(int thrown) throws IOException {
    assertThat(reasonFor(Integer.toString(thrown)))
        .startsWith("its data is damaged or cut off: ")
        .contains("bad size");
  }

  /** Local files; what happens to one that cannot be read is in its name. */
  public static final class OddFiles extends RawLocalFileSystem {
    private static final List<Throwable> THROWN =
        List.of(
            new IOException("bad size"),
            new IllegalArgumentException("bad size"),
            new ArrayIndexOutOfBoundsException("bad size"),
            new SnappyError(SnappyErrorCode.UNSUPPORTED_PLATFORM, "bad size"),
            new OutOfMemoryError("bad size"));

    @Override
    public URI getUri() {
      return URI.create("odd:///");
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize)
        throws IOException {
      String name = path.getName();
      if (name.equals(LOCKED)) {
        throw new FileNotFoundException(path + " (Permission denied)");
      }
      return name.length() == 1
          ? new FSDataInputStream(new Breaking(THROWN.get(Integer.parseInt(name))))
          : super.open(path, bufferSize);
    }

    @Override
    public void access(org.apache.hadoop.fs.Path path, FsAction mode) throws IOException {
      if (path.getName().equals(LOCKED)) {
        throw new AccessControlException("Permission denied: " + path);
      }
      super.access(path, mode);
    }
  }

  /** A few empty lines, and then no more. */
  private static final class Breaking extends FSInputStream {
    private final Throwable thrown;
    private int position;

    Breaking(Throwable thrown) {
      this.thrown = thrown;
    }

    @Override
    public int read() throws IOException {
      if (position++ < 20) {
        return '\n';
      }
      if (thrown instanceof IOException e) {
        throw e;
      }
      if (thrown instanceof RuntimeException e) {
        throw e;
      }
      throw (Error) thrown;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      bytes[from] = (byte) read();
      return 1;
    }

    @Override
    public void seek(long to) {
      position = (int) to;
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }
  }
}

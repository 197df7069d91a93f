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
package io.trident.layout.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * HDFS for a process that ends: after some changes all further ones fail. Of the client and of
 * tasks alike, where these are in its process.
 */
public final class CrashingHdfs extends DistributedFileSystem {
  /** How many changes are left; of the process, as Hadoop makes file systems by itself. */
  private static final AtomicInteger LEFT = new AtomicInteger(Integer.MAX_VALUE);

  private static final String LOCAL_JOB = "org.apache.hadoop.mapred.LocalJobRunner$";
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Is made by Hadoop. */
  public CrashingHdfs() {}

  /**
   * Has the process end after so many changes. Waits for local jobs first: if the process has ended
   * before, their threads would have ended with it, and would go on to write.
   */
  static void crashAfter(int changes) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (Thread.getAllStackTraces().values().stream().anyMatch(CrashingHdfs::isOfLocalJob)) {
      assertThat(System.nanoTime()).as("a local job goes on").isLessThan(deadline);
      Thread.sleep(20);
    }
    LEFT.set(changes);
  }

  private static boolean isOfLocalJob(StackTraceElement[] stack) {
    return Arrays.stream(stack).anyMatch(frame -> frame.getClassName().startsWith(LOCAL_JOB));
  }

  /** Returns how many changes are left. */
  static int left() {
    return LEFT.get();
  }

  private static void change() throws IOException {
    if (LEFT.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
      throw new IOException("The process has ended.");
    }
  }

  @Override
  public HdfsDataOutputStreamBuilder createFile(Path path) {
    try {
      change();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return super.createFile(path);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    change();
    return super.rename(from, to);
  }

  @Override
  public void rename(Path from, Path to, Options.Rename... options) throws IOException {
    change();
    super.rename(from, to, options);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    change();
    return super.delete(path, recursive);
  }
}

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
package io.trident.benchmarks.swim.replay;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes the input files of a workload, several at once. A file has its name once it is complete,
 * so a second call writes what the first has left.
 */
public final class InputFiles {
  /** Receives how far the input is. */
  @FunctionalInterface
  public interface Progress {
    /** So many of all bytes that were missing are written, those of complete files. */
    void written(long bytes, long ofBytes);
  }

  private static final int BUFFER = 1 << 16;

  private final FileSystem files;
  private final int threads;

  /** Writes so many files at once, at least one. */
  public InputFiles(FileSystem files, int threads) {
    this.files = files;
    this.threads = threads;
  }

  /** A file that is not there. */
  private record Missing(Path path, long bytes) {}

  /**
   * Writes all input files of a workload that are missing.
   *
   * @param directory of input and output; the file system's rules for it decide where replicas are
   * @return how many bytes were written
   * @throws IOException if there is no room for them, or one cannot be written; what was written
   *     stays
   */
  public long write(ReplayWorkload workload, Path directory, Progress progress) throws IOException {
    List<Missing> missing = new ArrayList<>();
    long bytes = 0;
    for (Map.Entry<String, Long> input : workload.inputs().entrySet()) {
      Path path = new Path(directory, input.getKey());
      if (!isThere(path, input.getValue())) {
        missing.add(new Missing(path, input.getValue()));
        bytes += input.getValue();
      }
    }
    requireRoom(directory, bytes);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      ExecutorCompletionService<Long> written = new ExecutorCompletionService<>(pool);
      List<Object> submitted = new ArrayList<>();
      for (Missing file : missing) {
        submitted.add(written.submit(() -> write(file, workload.blockBytes())));
      }
      long done = 0;
      for (int i = 0; i < submitted.size(); i++) {
        done += written.take().get();
        progress.written(done, bytes);
      }
      return done;
    } catch (ExecutionException e) {
      throw new IOException(
          "Cannot write input below %s: %s".formatted(directory, e.getCause()), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while writing input");
    } finally {
      pool.shutdownNow();
    }
  }

  private boolean isThere(Path path, long bytes) throws IOException {
    try {
      return files.getFileStatus(path).getLen() == bytes;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  private void requireRoom(Path directory, long bytes) throws IOException {
    long raw = bytes * files.getDefaultReplication(directory);
    long room = files.getStatus().getRemaining();
    if (raw > room) {
      throw new IOException(
          "The input takes %,d bytes with its replicas, the file system has room for %,d; divide sizes by more (--data-scale, --shrink), or keep fewer jobs (--keep-every)."
              .formatted(raw, room));
    }
  }

  private long write(Missing file, long blockBytes) throws IOException {
    Path unfinished = new Path(file.path().getParent(), "_" + file.path().getName());
    Filler filler = new Filler(file.path().getName().hashCode());
    byte[] chunk = filler.chunk();
    try (OutputStream out =
        files.create(
            unfinished, true, BUFFER, files.getDefaultReplication(unfinished), blockBytes)) {
      for (long left = file.bytes(); left > 0; left -= chunk.length) {
        out.write(chunk, 0, (int) Math.min(left, chunk.length));
      }
    }
    files.delete(file.path(), false);
    if (!files.rename(unfinished, file.path())) {
      throw new IOException("Cannot rename %s to %s".formatted(unfinished, file.path()));
    }
    return file.bytes();
  }
}

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
package io.trident.benchmarks.workloads;

import io.trident.benchmarks.workloads.data.Dataset;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.fs.Path;

/** Writes an application's input, several parts at once. */
public final class InputWriter {
  /** Receives how far the input is. */
  public interface Progress {
    /** Of so many parts so many are written. */
    void written(int parts, int ofParts);
  }

  private static final int BUFFER = 1 << 16;

  private final int threads;

  /** Writes so many parts at once, at least one. */
  public InputWriter(int threads) {
    this.threads = threads;
  }

  /**
   * Replaces what is there by new input.
   *
   * @throws IOException if a part cannot be written; what was written stays, and is not complete
   */
  public void write(WorkloadDirectory directory, InputSpec spec, Progress progress)
      throws IOException {
    directory.files().delete(directory.input(), true);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      ExecutorCompletionService<Path> parts = new ExecutorCompletionService<>(pool);
      List<Path> submitted = new ArrayList<>();
      for (Dataset<?> data : directory.application().on(spec).inputs()) {
        for (int part = 0; part < data.parts(); part++) {
          Path file =
              new Path(directory.input(data), String.format(Locale.ROOT, "part-%05d", part));
          int number = part;
          submitted.add(file);
          parts.submit(() -> writePart(directory, data, number, file));
        }
      }
      for (int done = 1; done <= submitted.size(); done++) {
        parts.take().get();
        progress.written(done, submitted.size());
      }
      directory.complete(spec);
    } catch (ExecutionException e) {
      throw new IOException("Cannot write %s".formatted(directory.input()), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while writing input");
    } finally {
      pool.shutdownNow();
    }
  }

  private static Path writePart(WorkloadDirectory directory, Dataset<?> data, int part, Path file)
      throws IOException {
    try (OutputStream out = new BufferedOutputStream(directory.files().create(file), BUFFER)) {
      data.write(part, out);
    }
    return file;
  }
}

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
package io.trident.layout.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.layout.extent.ExtentSources;
import io.trident.layout.format.ByteSource;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A table, and workers that end with the test. */
abstract class WorkerCase {
  static final Duration LONG = Duration.ofMinutes(5);
  static final DataExtent LOST = new DataExtent(0, 0);

  /** Of the table. */
  static final String OWNER = "alice";

  static final int HEAP_MB = 64;

  Path directory;
  JobTable table;
  private final List<Workers> opened = new ArrayList<>();

  static WorkerCommand command(Class<?> main, int heapMegabytes) {
    return new WorkerCommand(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .toList(),
        heapMegabytes,
        main.getName());
  }

  @BeforeEach
  void write(@TempDir Path empty) throws IOException {
    directory = empty;
    table = new JobTable(directory);
  }

  @AfterEach
  void close() {
    opened.forEach(Workers::close);
    await("no process left", () -> children().isEmpty());
  }

  static List<ProcessHandle> children() {
    return ProcessHandle.current().children().toList();
  }

  static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  Workers open(WorkerCommand command, Duration idle, LongSupplier nanoTime) {
    Workers workers = new Workers(command, LONG, idle, nanoTime);
    opened.add(workers);
    return workers;
  }

  Workers misbehaving() {
    return open(command(MisbehavingWorker.class, HEAP_MB), LONG, System::nanoTime);
  }

  Workers usual() {
    return open(command(WorkerMain.class, HEAP_MB), LONG, System::nanoTime);
  }

  void assertRebuilds(Workers workers, DataExtent lost) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    workers.rebuild(OWNER, table.job(lost), table.table(), out);
    assertThat(out.toByteArray()).isEqualTo(table.bytes(lost));
  }

  /** Sources that do something when they are read for the first time. */
  ExtentSources first(Runnable action) {
    return extent -> {
      ByteSource source = table.table().of(extent);
      return new ByteSource() {
        @Override
        public String name() {
          return source.name();
        }

        @Override
        public long length() {
          return source.length();
        }

        @Override
        public InputStream open(long from, long to) throws IOException {
          action.run();
          return source.open(from, to);
        }
      };
    };
  }

  static void pass(CountDownLatch latch) {
    try {
      assertThat(latch.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

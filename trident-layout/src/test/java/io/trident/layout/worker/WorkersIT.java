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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.manifest.Manifest;
import io.trident.layout.extent.CorruptSourceException;
import io.trident.layout.extent.ExtentSources;
import io.trident.layout.extent.RebuildMismatchException;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.worker.WorkerException.Reason;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rebuilds in real processes, and all that can happen to these. */
class WorkersIT {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final DataExtent LOST = new DataExtent(0, 0);
  private static final int HEAP_MB = 64;

  private Path directory;
  private JobTable table;
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

  private static List<ProcessHandle> children() {
    return ProcessHandle.current().children().toList();
  }

  private static void await(String what, BooleanSupplier condition) {
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

  private Workers open(WorkerCommand command, Duration idle, LongSupplier nanoTime) {
    Workers workers = new Workers(command, LONG, idle, nanoTime);
    opened.add(workers);
    return workers;
  }

  private Workers misbehaving() {
    return open(command(MisbehavingWorker.class, HEAP_MB), LONG, System::nanoTime);
  }

  private Workers usual() {
    return open(command(WorkerMain.class, HEAP_MB), LONG, System::nanoTime);
  }

  private void assertRebuilds(Workers workers, DataExtent lost) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    workers.rebuild(table.job(lost), table.table(), out);
    assertThat(out.toByteArray()).isEqualTo(table.bytes(lost));
  }

  @Test
  void whatIsRebuiltIsWhatWasLostAndOneProcessDoesAll() throws Exception {
    Workers workers = usual();
    assertThat(workers.counts().processes()).isZero();
    for (DataExtent lost : table.extents()) {
      assertThat(table.bytes(lost)).hasSizeGreaterThan(1_000);
      assertRebuilds(workers, lost);
    }
    assertThat(workers.counts())
        .isEqualTo(new WorkerCounts(1, 1, table.extents().size(), Map.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "halt, DIED, exit code 9",
    "fill, OUT_OF_MEMORY, heap of 64 MiB",
    "garble, GARBLED, no sense",
    "recurse, FAILED, StackOverflowError",
    "miss, FAILED, a/Codec"
  })
  void eachFailureHasItsReasonAndTheNextRebuildIsDone(String what, Reason reason, String message)
      throws Exception {
    Workers workers = misbehaving();
    assertThatThrownBy(
            () ->
                workers.rebuild(
                    table.job(LOST, JobTable.doing(what)),
                    table.table(),
                    OutputStream.nullOutputStream()))
        .isInstanceOfSatisfying(
            WorkerException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageContaining(message);
    assertRebuilds(workers, LOST);
    assertThat(workers.counts()).isEqualTo(new WorkerCounts(1, 2, 1, Map.of(reason, 1L)));
  }

  @Test
  void aWorkerThatMakesNoProgressIsKilled() throws Exception {
    AtomicLong clock = new AtomicLong();
    Workers workers = open(command(MisbehavingWorker.class, HEAP_MB), LONG, clock::get);
    CountDownLatch isRead = new CountDownLatch(1);
    CompletableFuture<Throwable> failure =
        CompletableFuture.supplyAsync(
            () ->
                catchThrowable(
                    () ->
                        workers.rebuild(
                            table.job(LOST, JobTable.doing("hang")),
                            first(isRead::countDown),
                            OutputStream.nullOutputStream())));
    pass(isRead);
    clock.addAndGet(LONG.toNanos() - 1);
    await(
        "killed",
        () -> {
          clock.addAndGet(LONG.toNanos() / 10); // the host waits again after the read
          return failure.isDone();
        });
    assertThat(failure.get())
        .isInstanceOfSatisfying(
            WorkerException.class, e -> assertThat(e.reason()).isEqualTo(Reason.HUNG))
        .hasMessageContaining("no progress");
    assertRebuilds(workers, LOST);
  }

  @Test
  void whatALibraryPrintsIsNoFrame() throws Exception {
    Workers workers = misbehaving();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    workers.rebuild(table.job(LOST, JobTable.doing("print")), table.table(), out);
    assertThat(out.toByteArray()).isEqualTo(table.bytes(LOST));
  }

  /** What is done about a failure hangs on these types. */
  @Test
  void failuresOfTheRebuildHaveTheTypesThatTheyHaveInThisProcess() throws Exception {
    Workers workers = misbehaving();
    for (RebuildJob job :
        List.of(
            table.job(LOST, JobTable.doing("refuse")),
            table.job(LOST, Map.of("no-such-option", "1")))) {
      Throwable failure =
          catchThrowable(
              () -> workers.rebuild(job, table.table(), OutputStream.nullOutputStream()));
      assertThat(failure)
          .isExactlyInstanceOf(
              job.spec().format().options().containsKey(MisbehavingWorker.OPTION)
                  ? IOException.class
                  : InvalidRecordException.class);
    }
    assertThat(workers.counts().failures()).isEmpty();
  }

  @Test
  void aSourceThatIsNotWhatTheManifestHasIsNamed() throws Exception {
    DataExtent corrupt = (DataExtent) table.step(LOST).reads().get(0).from();
    byte[] bytes = table.bytes(corrupt).clone();
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = bytes[i] == '1' ? (byte) '2' : bytes[i];
    }
    table.table().put(corrupt, bytes);
    assertThatThrownBy(
            () -> usual().rebuild(table.job(LOST), table.table(), OutputStream.nullOutputStream()))
        .isInstanceOfSatisfying(
            CorruptSourceException.class, e -> assertThat(e.source()).isEqualTo(corrupt))
        .hasMessageContaining("rows of sum");
  }

  @Test
  void aSourceOfAnotherLengthIsNamed() throws Exception {
    DataExtent corrupt = (DataExtent) table.step(LOST).reads().get(0).from();
    table.table().put(corrupt, new byte[10]);
    assertThatThrownBy(
            () -> usual().rebuild(table.job(LOST), table.table(), OutputStream.nullOutputStream()))
        .isInstanceOfSatisfying(
            CorruptSourceException.class, e -> assertThat(e.source()).isEqualTo(corrupt));
  }

  @Test
  void aRebuildOfOtherBytesIsAMismatch() throws Exception {
    Manifest other = table.withLongRows(1);
    assertThatThrownBy(
            () ->
                usual()
                    .rebuild(
                        table.job(LOST, Map.of(), other),
                        extent -> new Longer(table.table().of(extent), 1),
                        OutputStream.nullOutputStream()))
        .isInstanceOf(RebuildMismatchException.class);
  }

  /** A file with bytes behind it that are no line feed. */
  private record Longer(ByteSource file, long more) implements ByteSource {
    @Override
    public String name() {
      return file.name();
    }

    @Override
    public long length() {
      return file.length() + more;
    }

    @Override
    public InputStream open(long from, long to) throws IOException {
      InputStream in = file.open(Math.min(from, file.length()), Math.min(to, file.length()));
      return new FilterInputStream(in) {
        private long left = to - from;

        @Override
        public int read() {
          throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          if (left == 0) {
            return -1;
          }
          int wanted = (int) Math.min(left, length);
          int got = super.read(bytes, offset, wanted);
          if (got <= 0) {
            Arrays.fill(bytes, offset, offset + wanted, (byte) 'x');
            got = wanted;
          }
          left -= got;
          return got;
        }
      };
    }
  }

  @Test
  void aRowOf200MegabytesTakesTheWorkersMemoryAndNotThatOfTheHost() throws Exception {
    long more = 200 << 20;
    DataExtent ofLastBuckets = new DataExtent(0, 3);
    Workers workers = usual();
    assertThatThrownBy(
            () ->
                workers.rebuild(
                    table.job(ofLastBuckets, Map.of(), table.withLongRows(more)),
                    extent -> new Longer(table.table().of(extent), more),
                    OutputStream.nullOutputStream()))
        .isInstanceOfSatisfying(
            WorkerException.class, e -> assertThat(e.reason()).isEqualTo(Reason.OUT_OF_MEMORY));
    assertRebuilds(workers, LOST);
  }

  @Test
  void aFailureToReadOrWriteIsTheHostsOwn() throws Exception {
    Workers workers = usual();
    IOException unreadable = new IOException("no DataNode");
    ExtentSources sources =
        extent -> {
          throw unreadable;
        };
    assertThat(
            catchThrowable(
                () -> workers.rebuild(table.job(LOST), sources, OutputStream.nullOutputStream())))
        .isSameAs(unreadable);
    IOException unwritable = new IOException("no space");
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw unwritable;
          }
        };
    assertThat(catchThrowable(() -> workers.rebuild(table.job(LOST), table.table(), full)))
        .isSameAs(unwritable);
    assertThat(workers.counts()).isEqualTo(new WorkerCounts(0, 2, 0, Map.of()));
    assertRebuilds(workers, LOST);
  }

  /** Sources that do something when they are read for the first time. */
  private ExtentSources first(Runnable action) {
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

  @Test
  void aWorkerThatIsKilledEndsItsRebuildOnly() throws Exception {
    Workers workers = usual();
    assertThatThrownBy(
            () ->
                workers.rebuild(
                    table.job(LOST),
                    first(() -> children().forEach(ProcessHandle::destroyForcibly)),
                    OutputStream.nullOutputStream()))
        .isInstanceOfSatisfying(
            WorkerException.class, e -> assertThat(e.reason()).isEqualTo(Reason.DIED))
        .hasMessageContaining("137");
    assertRebuilds(workers, LOST);
  }

  @Test
  void anIdleWorkerThatWasKilledIsNotUsed() throws Exception {
    Workers workers = usual();
    assertRebuilds(workers, LOST);
    children().forEach(ProcessHandle::destroyForcibly);
    await("dead", () -> children().isEmpty());
    assertRebuilds(workers, LOST);
    assertThat(workers.counts().started()).isEqualTo(2);
  }

  @Test
  void aRebuildThatIsCalledOffEndsItsWorker() throws Exception {
    Workers workers = misbehaving();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    CountDownLatch isRead = new CountDownLatch(1);
    Thread rebuild =
        new Thread(
            () ->
                failure.set(
                    catchThrowable(
                        () ->
                            workers.rebuild(
                                table.job(LOST, JobTable.doing("hang")),
                                first(isRead::countDown),
                                OutputStream.nullOutputStream()))));
    rebuild.start();
    pass(isRead);
    rebuild.interrupt();
    rebuild.join();
    assertThat(failure.get()).isInstanceOf(InterruptedIOException.class);
    await("killed", () -> children().isEmpty());
    assertThat(workers.counts()).isEqualTo(new WorkerCounts(0, 1, 0, Map.of()));
  }

  @Test
  void twoRebuildsAtOnceHaveAWorkerEachAndOneCanFailAlone() throws Exception {
    Workers workers = misbehaving();
    CyclicBarrier both = new CyclicBarrier(2);
    CountDownLatch failed = new CountDownLatch(1);
    CompletableFuture<byte[]> good =
        CompletableFuture.supplyAsync(
            () -> {
              ByteArrayOutputStream out = new ByteArrayOutputStream();
              try {
                workers.rebuild(
                    table.job(LOST),
                    first(
                        () -> {
                          if (out.size() == 0 && failed.getCount() > 0) {
                            meet(both);
                            pass(failed);
                          }
                        }),
                    out);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
              return out.toByteArray();
            });
    meet(both);
    assertThatThrownBy(
            () ->
                workers.rebuild(
                    table.job(new DataExtent(1, 1), JobTable.doing("fill")),
                    table.table(),
                    OutputStream.nullOutputStream()))
        .isInstanceOf(WorkerException.class);
    failed.countDown();
    assertThat(good.get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(table.bytes(LOST));
    assertThat(workers.counts())
        .isEqualTo(new WorkerCounts(1, 2, 1, Map.of(Reason.OUT_OF_MEMORY, 1L)));
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(LONG.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pass(CountDownLatch latch) {
    try {
      assertThat(latch.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anIdleWorkerEnds() throws Exception {
    Workers workers =
        open(command(WorkerMain.class, HEAP_MB), Duration.ofMillis(1), System::nanoTime);
    assertRebuilds(workers, LOST);
    await("ended", () -> workers.counts().processes() == 0 && children().isEmpty());
    assertRebuilds(workers, LOST);
    assertThat(workers.counts().started()).isEqualTo(2);
  }

  @Test
  void closingEndsWorkersAndNoneIsStartedAfterThat() throws Exception {
    Workers workers = misbehaving();
    CountDownLatch isRead = new CountDownLatch(1);
    CompletableFuture<Throwable> failure =
        CompletableFuture.supplyAsync(
            () ->
                catchThrowable(
                    () ->
                        workers.rebuild(
                            table.job(LOST, JobTable.doing("hang")),
                            first(isRead::countDown),
                            OutputStream.nullOutputStream())));
    pass(isRead);
    workers.close();
    assertThat(failure.get(LONG.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(WorkerException.class);
    assertThatThrownBy(() -> assertRebuilds(workers, LOST)).isInstanceOf(WorkerException.class);
    await("killed", () -> children().isEmpty());
  }

  @Test
  void aProcessThatEndsAsItStartsIsOneThatWasNotStarted() {
    WorkerCommand usual = command(WorkerMain.class, HEAP_MB);
    Path empty = Path.of("no-such-jar");
    WorkerCommand broken =
        new WorkerCommand(usual.java(), List.of(empty), HEAP_MB, usual.mainClass());
    assertThatThrownBy(() -> assertRebuilds(open(broken, LONG, System::nanoTime), LOST))
        .isInstanceOfSatisfying(
            WorkerException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NOT_STARTED))
        .hasMessageContaining("exit code 1")
        .hasMessageContaining("WorkerMain"); // what Java prints
  }

  @Test
  void whatCannotBeStartedIsTriedTwentyTimesAMinute() {
    WorkerCommand usual = command(WorkerMain.class, HEAP_MB);
    WorkerCommand broken =
        new WorkerCommand(Path.of("no-such-java"), usual.classPath(), HEAP_MB, usual.mainClass());
    AtomicLong clock = new AtomicLong();
    Workers workers = open(broken, LONG, clock::get);
    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(() -> assertRebuilds(workers, LOST))
          .isInstanceOfSatisfying(
              WorkerException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NOT_STARTED));
    }
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> assertRebuilds(workers, LOST))
          .isInstanceOfSatisfying(
              WorkerException.class, e -> assertThat(e.reason()).isEqualTo(Reason.PAUSED));
    }
    assertThat(workers.counts().started()).isEqualTo(20);
    clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
    assertThatThrownBy(() -> assertRebuilds(workers, LOST))
        .isInstanceOfSatisfying(
            WorkerException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NOT_STARTED));
  }

  /** However the host ends: nothing of it can run when it is killed. */
  @Test
  void aWorkerThatHangsEndsWithItsHost() throws Exception {
    List<String> line = new ArrayList<>(command(LonelyHost.class, HEAP_MB).line());
    line.add(directory.toString());
    Process host = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    ProcessHandle worker;
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(host.getInputStream(), StandardCharsets.UTF_8))) {
      worker = ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
      assertThat(worker.isAlive()).isTrue();
    } finally {
      host.destroyForcibly();
    }
    await("ended", () -> !worker.isAlive());
  }

  /** A host that sends nonsense. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "\u0001\u0000\u0000\u0000\u0004abcd",
        "\u0004\u0000\u0000\u0000\u0000"
      })
  void aWorkerThatIsSentNonsenseEnds(String sent) throws Exception {
    Process worker = command(WorkerMain.class, HEAP_MB).start();
    try (OutputStream in = worker.getOutputStream()) {
      in.write(sent.getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      // It has ended already.
    }
    worker.getErrorStream().transferTo(OutputStream.nullOutputStream());
    assertThat(worker.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }
}

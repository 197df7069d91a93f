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

import io.trident.layout.worker.WorkerException.Reason;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When worker processes start and end. */
class WorkerLifeIT extends WorkerCase {
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
                                OWNER,
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
                            OWNER,
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
                            OWNER,
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

  @Test
  void whoseTablesEndTwentyWorkersAMinuteIsPausedAlone() throws Exception {
    AtomicLong clock = new AtomicLong();
    Workers workers = open(command(MisbehavingWorker.class, HEAP_MB), LONG, clock::get);
    for (int i = 0; i < 20; i++) {
      assertThat(reason(workers, "mallory")).isEqualTo(Reason.DIED);
    }
    assertThat(reason(workers, "mallory")).isEqualTo(Reason.PAUSED);
    assertRebuilds(workers, LOST);
    assertThat(reason(workers, "mallory")).as("of an idle worker").isEqualTo(Reason.PAUSED);
    assertRebuilds(workers, LOST);
    assertThat(workers.counts().started()).isEqualTo(21);
    clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
    assertThat(reason(workers, "mallory")).isEqualTo(Reason.DIED);
  }

  /** Returns why a rebuild fails that ends its worker. */
  private Reason reason(Workers workers, String owner) {
    Throwable failure =
        catchThrowable(
            () ->
                workers.rebuild(
                    owner,
                    table.job(LOST, JobTable.doing("halt")),
                    table.table(),
                    OutputStream.nullOutputStream()));
    assertThat(failure).isInstanceOf(WorkerException.class);
    return ((WorkerException) failure).reason();
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

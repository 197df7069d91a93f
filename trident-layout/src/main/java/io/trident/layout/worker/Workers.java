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

import io.trident.core.guard.FailureBreaker;
import io.trident.layout.extent.ExtentSources;
import io.trident.layout.extent.Rebuilt;
import io.trident.layout.worker.WorkerException.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds by rows, each in a process that has nothing else to do meanwhile. A process whose
 * rebuild came out right is used again; any other is killed. An owner of tables for whom many were
 * killed is left out for a while, and nobody else. Thread-safe; there are as many processes as
 * threads that rebuild at the same time.
 */
public final class Workers implements AutoCloseable {
  private static final long CHECK_MS = 500;

  private final WorkerCommand command;
  private final long timeoutNanos;
  private final long idleNanos;
  private final LongSupplier nanoTime;

  /** Of starts, which do not depend on what is rebuilt. */
  private final FailureBreaker starts = new FailureBreaker();

  private final ScheduledExecutorService keeper;
  private final ScheduledFuture<?> checks;

  /** All below: by this object's lock. */
  private final Set<Worker> busy = new HashSet<>();

  /** The one that was used last first. */
  private final Deque<Idle> idle = new ArrayDeque<>();

  private final OwnerPauses owners = new OwnerPauses();

  private final Map<Reason, Long> failures = new EnumMap<>(Reason.class);
  private long started;
  private long done;
  private boolean isClosed;

  private record Idle(Worker worker, long since) {}

  /**
   * Starts no process yet.
   *
   * @param timeout after which a worker is killed that sends nothing, or takes nothing, while a
   *     thread waits for that
   * @param idle after which a worker without a rebuild ends
   * @param nanoTime monotonic clock in nanoseconds
   */
  public Workers(WorkerCommand command, Duration timeout, Duration idle, LongSupplier nanoTime) {
    this.command = command;
    this.timeoutNanos = timeout.toNanos();
    this.idleNanos = idle.toNanos();
    this.nanoTime = nanoTime;
    this.keeper =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread daemon = new Thread(task, "trident-workers");
              daemon.setDaemon(true);
              return daemon;
            });
    this.checks =
        keeper.scheduleWithFixedDelay(this::check, CHECK_MS, CHECK_MS, TimeUnit.MILLISECONDS);
  }

  /**
   * Has a worker rebuild an extent, and compares that with the manifest: length and checksum.
   *
   * @param owner of the table, who is paused alone if workers end again and again by it
   * @param sources are read by this thread
   * @param out is written to by this thread, and not closed. What was written is void if this
   *     throws
   * @throws WorkerException if there is no worker, or it fails
   * @throws java.io.InterruptedIOException if this thread was interrupted
   * @throws io.trident.layout.extent.CorruptSourceException if an extent that was read is lost, too
   * @throws io.trident.layout.extent.RebuildMismatchException if the result is not what was lost
   * @throws io.trident.layout.format.InvalidRecordException if the format is not installed, or
   *     cannot hold the rows
   * @throws IOException if a source cannot be read, or the result not be written
   */
  public Rebuilt rebuild(String owner, RebuildJob job, ExtentSources sources, OutputStream out)
      throws IOException {
    try {
      Worker worker = take(owner);
      boolean isGood = false;
      try {
        Rebuilt rebuilt = worker.rebuild(job, sources, out);
        isGood = true;
        return rebuilt;
      } finally {
        giveBack(worker, isGood);
      }
    } catch (WorkerException e) {
      failed(owner, e.reason());
      throw e;
    }
  }

  /** A process is started without the lock, so that the others are watched meanwhile. */
  private Worker take(String owner) throws WorkerException {
    Worker found = idle(owner);
    Worker worker = found == null ? Worker.start(command, nanoTime) : found;
    synchronized (this) {
      busy.add(worker);
      if (isClosed) {
        worker.kill(); // its rebuild fails, as others do
      }
    }
    return worker;
  }

  /** Returns a worker that is idle, or null if one may be started. */
  private synchronized @Nullable Worker idle(String owner) throws WorkerException {
    if (isClosed) {
      throw new WorkerException(Reason.PAUSED, "The host stops");
    }
    long now = nanoTime.getAsLong();
    if (owners.isPaused(owner, now)) {
      throw new WorkerException(
          Reason.PAUSED,
          "Too many workers have ended by tables of %s; none is used for them for a minute"
              .formatted(owner));
    }
    for (Idle last = idle.poll(); last != null; last = idle.poll()) {
      if (last.worker().isAlive()) {
        return last.worker();
      }
    }
    if (starts.isOpen(now)) {
      throw new WorkerException(
          Reason.PAUSED, "Too many workers could not be started; none is for a minute");
    }
    started++;
    return null;
  }

  private synchronized void giveBack(Worker worker, boolean isGood) {
    busy.remove(worker);
    if (isGood && !isClosed) {
      done++;
      idle.push(new Idle(worker, nanoTime.getAsLong()));
    } else {
      worker.kill();
    }
  }

  private synchronized void failed(String owner, Reason reason) {
    failures.merge(reason, 1L, Long::sum);
    switch (reason) {
      case PAUSED -> {}
      case NOT_STARTED -> starts.failed(nanoTime.getAsLong());
      case OUT_OF_MEMORY, DIED, HUNG, GARBLED, FAILED -> owners.failed(owner, nanoTime.getAsLong());
    }
  }

  /** Ends those that hang, are no longer waited for, or are idle for too long. */
  private synchronized void check() {
    busy.forEach(worker -> worker.check(timeoutNanos));
    long now = nanoTime.getAsLong();
    idle.removeIf(
        one -> {
          boolean isOver = !one.worker().isAlive() || now - one.since() >= idleNanos;
          if (isOver) {
            one.worker().kill();
          }
          return isOver;
        });
  }

  /** Returns what there is, and what was. */
  public synchronized WorkerCounts counts() {
    return new WorkerCounts(busy.size() + idle.size(), started, done, failures);
  }

  /** Kills all processes; rebuilds that go on fail. */
  @Override
  public void close() {
    checks.cancel(false);
    keeper.shutdown();
    synchronized (this) {
      isClosed = true;
      busy.forEach(Worker::kill);
      idle.forEach(one -> one.worker().kill());
      idle.clear();
    }
  }
}

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

import io.trident.core.layout.manifest.StoredObject;
import io.trident.layout.extent.CheckedExtent;
import io.trident.layout.extent.ExtentSources;
import io.trident.layout.extent.Rebuilt;
import io.trident.layout.worker.WorkerException.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * In the host: a worker process. For one thread at a time, but for {@link #check} and {@link
 * #kill}. Who waits for it waits in a read or write that nothing interrupts, and goes on when the
 * process is killed.
 */
final class Worker {
  /** For a process that has closed its standard output, until it is killed. */
  private static final long END_MS = 2_000;

  private final Process process;
  private final WorkerCommand command;
  private final LongSupplier nanoTime;
  private final ErrorOutput errors;
  private final Frames frames;
  private final byte[] chunk = new byte[Frames.CHUNK_BYTES];

  private boolean isReady;
  private volatile @Nullable Wait wait;
  private volatile @Nullable Killed killed;

  /** A thread that waits for the process. */
  private record Wait(Thread thread, long since) {}

  /** Why it was killed while a thread waited. */
  private enum Killed {
    HUNG,
    CALLED_OFF
  }

  /** Takes a process that was started. */
  Worker(Process process, WorkerCommand command, LongSupplier nanoTime) {
    this.process = process;
    this.command = command;
    this.nanoTime = nanoTime;
    this.errors = ErrorOutput.of(process);
    this.frames =
        new Frames(process.getInputStream(), process.getOutputStream(), Frames.MOST_FROM_WORKER);
  }

  /** Starts a process, which is not ready yet. */
  static Worker start(WorkerCommand command, LongSupplier nanoTime) throws WorkerException {
    try {
      return new Worker(command.start(), command, nanoTime);
    } catch (IOException e) {
      throw new WorkerException(Reason.NOT_STARTED, "No worker can be started: " + e.getMessage());
    }
  }

  /** Waits until the process is ready. */
  private void greet() throws IOException {
    if (isReady) {
      return;
    }
    Frame hello;
    try {
      hello = receive();
    } catch (WorkerException e) {
      throw new WorkerException(Reason.NOT_STARTED, String.valueOf(e.getMessage()));
    }
    if (hello.type() != Frame.Type.HELLO) {
      throw new MalformedFrameException("%s, no greeting".formatted(hello.type()));
    }
    int version = hello.read(in -> in.readInt());
    if (version != WorkerMain.VERSION) {
      throw new WorkerException(
          Reason.NOT_STARTED,
          "The worker is of another release (%d, not %d); was the jar replaced? Restart the host."
              .formatted(version, WorkerMain.VERSION));
    }
    isReady = true;
  }

  /**
   * Has an extent rebuilt, and compares it with the manifest.
   *
   * @param out where it goes; what was written is void if this throws
   * @throws WorkerException if the process fails
   * @throws IOException as of a rebuild in this JVM
   */
  Rebuilt rebuild(RebuildJob job, ExtentSources sources, OutputStream out) throws IOException {
    StoredObject lost = job.manifest().stored(job.target());
    CheckedExtent extent = new CheckedExtent(job.target(), lost, out);
    try (OpenRanges ranges = new OpenRanges(job, sources)) {
      greet();
      byte[] content = job.encode().content();
      send(Frame.Type.JOB, content, content.length);
      while (true) {
        Frame frame = receive();
        switch (frame.type()) {
          case OPEN -> ranges.open(frame);
          case READ -> {
            int length = ranges.read(frame, chunk);
            send(Frame.Type.CHUNK, chunk, length);
          }
          case CLOSE -> ranges.close(frame);
          case OUT -> extent.write(frame.content());
          case DONE -> {
            return extent.finish();
          }
          case FAILED -> throw RebuildFailure.decode(frame, job).toException(job.target());
          default -> throw new MalformedFrameException("An unexpected " + frame.type());
        }
      }
    } catch (MalformedFrameException e) {
      throw failure(e);
    }
  }

  private Frame receive() throws IOException {
    return waiting(frames::receive);
  }

  private void send(Frame.Type type, byte[] bytes, int length) throws IOException {
    waiting(
        () -> {
          frames.send(type, bytes, 0, length);
          return type;
        });
  }

  /** A read from the process, or a write to it. */
  @FunctionalInterface
  private interface Exchange<T> {
    T run() throws IOException;
  }

  private <T> T waiting(Exchange<T> exchange) throws IOException {
    wait = new Wait(Thread.currentThread(), nanoTime.getAsLong());
    try {
      return exchange.run();
    } catch (IOException e) {
      throw failure(e);
    } finally {
      wait = null;
    }
  }

  /** Kills the process if somebody has waited for too long, or no longer wants to. */
  void check(long timeoutNanos) {
    Wait now = wait;
    if (now == null) {
      return;
    }
    if (now.thread().isInterrupted()) {
      kill(Killed.CALLED_OFF);
    } else if (nanoTime.getAsLong() - now.since() >= timeoutNanos) {
      kill(Killed.HUNG);
    }
  }

  private void kill(Killed why) {
    if (killed == null) {
      killed = why;
    }
    kill();
  }

  /** Kills the process; without effect if it has ended. */
  void kill() {
    process.destroyForcibly();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What it means that the process could not be written to or read from. */
  private IOException failure(IOException cause) {
    Killed why = killed;
    if (why == Killed.CALLED_OFF) {
      return new InterruptedIOException("The rebuild was called off");
    } else if (why == Killed.HUNG) {
      return failed(Reason.HUNG, "made no progress for too long, and was killed");
    } else if (cause instanceof MalformedFrameException) {
      kill();
      return failed(
          Reason.GARBLED, "sent what makes no sense, and was killed: " + cause.getMessage());
    }
    int code = exitCode();
    return code == WorkerMain.OUT_OF_MEMORY
        ? failed(
            Reason.OUT_OF_MEMORY,
            "used up its heap of %d MiB; give workers more".formatted(command.heapMegabytes()))
        : failed(
            Reason.DIED,
            cause instanceof EOFException
                ? "ended with exit code " + code
                : "ended with exit code %d (%s)".formatted(code, cause.getMessage()));
  }

  private WorkerException failed(Reason reason, String what) {
    String printed = errors.text();
    return new WorkerException(
        reason, "The worker " + what + (printed.isEmpty() ? "" : ". It printed: " + printed));
  }

  /** Waits for the end, and sees to it that it comes. */
  private int exitCode() {
    try {
      if (!process.waitFor(END_MS, TimeUnit.MILLISECONDS)) {
        kill();
      }
      return process.waitFor();
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
      return -1;
    }
  }
}

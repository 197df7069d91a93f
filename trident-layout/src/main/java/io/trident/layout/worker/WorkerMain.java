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

import io.trident.core.layout.DataExtent;
import io.trident.layout.extent.ExtentRebuilder;
import io.trident.layout.extent.Rebuilt;
import io.trident.layout.format.RowFormats;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/*
 * How a worker ends with its host
 * -------------------------------
 * The host holds the other end of standard input; when it closes that, or dies in whatever way, the
 * kernel reports the end to whoever reads. So a thread reads standard input all the time, also
 * while the adapter works or hangs, and halts the JVM at the end: no hook, lock or thread of a
 * library can hold that up. The host has one frame under way at most, so the thread never waits for
 * room for a frame that it has read.
 */
/** The main class of a worker: does one {@link RebuildJob} after the other, for its host. */
public final class WorkerMain {
  /** Of the frames and of what is in them; both sides must have the same. */
  static final int VERSION = 1;

  /** Exit codes of a worker. */
  static final int HOST_ENDED = 0;

  static final int FAILED = 1;

  /** As of the JVM itself, with ExitOnOutOfMemoryError. */
  static final int OUT_OF_MEMORY = 3;

  private final Frames frames;
  private final RowFormats formats;
  private final BlockingQueue<Frame> inbox = new ArrayBlockingQueue<>(1);

  WorkerMain(InputStream in, OutputStream out, RowFormats formats) {
    this.frames = new Frames(in, new BufferedOutputStream(out), RebuildJob.MOST_BYTES);
    this.formats = formats;
  }

  /** Does jobs until standard input ends. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err); // what libraries print is no frame
    offerToBeKilled();
    start(System.in, out, RowFormats.installed(WorkerMain.class.getClassLoader()));
  }

  /** If the machine or the container runs out of memory, Linux kills this process, not the host. */
  private static void offerToBeKilled() {
    try {
      Files.writeString(Path.of("/proc/self/oom_score_adj"), "1000");
    } catch (IOException e) {
      // No Linux, or not allowed; then the kernel chooses.
    }
  }

  /** Does jobs with these formats; the JVM ends with either stream, and with any failure. */
  static void start(InputStream in, OutputStream out, RowFormats formats)
      throws IOException, InterruptedException {
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> halt(failure));
    WorkerMain worker = new WorkerMain(in, out, formats);
    Thread reader = new Thread(worker::receive, "host");
    reader.setDaemon(true);
    reader.start();
    worker.serve();
  }

  private static void halt(Throwable failure) {
    try {
      failure.printStackTrace();
    } finally {
      Runtime.getRuntime().halt(failure instanceof OutOfMemoryError ? OUT_OF_MEMORY : FAILED);
    }
  }

  private void receive() {
    try {
      while (inbox.offer(frames.receive())) {
        // the next
      }
    } catch (IOException e) {
      Runtime.getRuntime().halt(HOST_ENDED);
    }
    throw new IllegalStateException("The host sends more than it was asked for");
  }

  private void serve() throws IOException, InterruptedException {
    frames.send(Frame.of(Frame.Type.HELLO, out -> out.writeInt(VERSION)));
    while (true) {
      frames.send(done(RebuildJob.decode(next(Frame.Type.JOB))));
    }
  }

  /** Does a job; returns the frame by which it ends. */
  private Frame done(RebuildJob job) {
    DataExtent target = job.target();
    try {
      OutputStream out = new BufferedOutputStream(new Extent(), Frames.CHUNK_BYTES);
      Rebuilt rebuilt =
          new ExtentRebuilder(
                  job.manifest(),
                  job.spec().open(formats),
                  new WorkerSources(job.manifest(), new Host()),
                  job.space())
              .rebuild(job.step(), out);
      out.flush();
      return rebuilt.equality() == Rebuilt.Equality.BYTES
          ? new Frame(Frame.Type.DONE, new byte[0])
          : new RebuildFailure(RebuildFailure.Kind.MISMATCH, target, "it has other bytes.")
              .encode();
    } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
      return RebuildFailure.of(target, e).encode();
    }
  }

  private Frame next(Frame.Type type) throws InterruptedException, MalformedFrameException {
    Frame next = inbox.take();
    if (next.type() != type) {
      throw new MalformedFrameException("%s instead of %s".formatted(next.type(), type));
    }
    return next;
  }

  /** What the sources are read from. */
  private final class Host implements WorkerSources.Host {
    @Override
    public void send(Frame frame) throws IOException {
      frames.send(frame);
    }

    @Override
    public byte[] chunk() throws IOException {
      try {
        return next(Frame.Type.CHUNK).content();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e); // nobody does
      }
    }
  }

  /** The bytes of the extent. */
  private final class Extent extends OutputStream {
    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      for (int done = 0; done < count; done += Frames.CHUNK_BYTES) {
        int length = Math.min(Frames.CHUNK_BYTES, count - done);
        frames.send(Frame.Type.OUT, bytes, offset + done, length);
      }
    }
  }
}

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

import io.trident.core.layout.DataExtent;
import io.trident.layout.extent.CorruptSourceException;
import io.trident.layout.extent.RebuildMismatchException;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.worker.WorkerException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** A worker that sends whatever it likes: the host notices, or the extent is right. */
class HostileWorkerTest {
  private static final JobTable TABLE = table();
  private static final DataExtent LOST = new DataExtent(0, 0);
  private static final RebuildJob JOB = TABLE.job(LOST);

  private static JobTable table() {
    try {
      return new JobTable(Path.of("target"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A process that has sent all that it ever sends. */
  private static final class Sent extends Process {
    private final InputStream out;

    Sent(byte[] bytes) {
      this.out = new ByteArrayInputStream(bytes);
    }

    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getInputStream() {
      return out;
    }

    @Override
    public InputStream getErrorStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() {
      return 0;
    }

    @Override
    public int exitValue() {
      return 0;
    }

    @Override
    public void destroy() {}
  }

  private static void rebuild(byte[] sent, OutputStream out) throws IOException {
    WorkerCommand command = WorkerCommand.of(List.of(), 64);
    new Worker(new Sent(sent), command, System::nanoTime).rebuild(JOB, TABLE.table(), out);
  }

  private static Reason reason(byte[] sent) throws IOException {
    try {
      rebuild(sent, OutputStream.nullOutputStream());
    } catch (WorkerException e) {
      return e.reason();
    }
    throw new AssertionError("The host believes it");
  }

  private static byte[] frames(Frame... frames) throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    Frames out = new Frames(InputStream.nullInputStream(), sent, 0);
    out.send(Frame.of(Frame.Type.HELLO, hello -> hello.writeInt(WorkerMain.VERSION)));
    for (Frame frame : frames) {
      out.send(frame);
    }
    return sent.toByteArray();
  }

  private static Frame open(int number, DataExtent extent, long from, long to) {
    return Frame.of(
        Frame.Type.OPEN,
        out -> {
          out.writeInt(number);
          RebuildJob.write(out, extent);
          out.writeLong(from);
          out.writeLong(to);
        });
  }

  private static Frame numbered(Frame.Type type, int number) {
    return Frame.of(type, out -> out.writeInt(number));
  }

  @Test
  void whatNoWorkerSendsIsNoticed() throws IOException {
    DataExtent source = JOB.sources().iterator().next();
    long length = TABLE.bytes(source).length;
    Frame[] garbled = {
      new Frame(Frame.Type.HELLO, new byte[4]),
      new Frame(Frame.Type.JOB, new byte[0]),
      new Frame(Frame.Type.CHUNK, new byte[0]),
      new Frame(Frame.Type.OPEN, new byte[3]),
      new Frame(Frame.Type.READ, new byte[5]),
      new Frame(Frame.Type.FAILED, new byte[] {99}),
      numbered(Frame.Type.READ, 1),
      numbered(Frame.Type.CLOSE, 1),
      open(1, LOST, 0, 1),
      open(1, new DataExtent(2, 99), 0, 1),
      open(1, source, -1, 1),
      open(1, source, 2, 1),
      open(1, source, 0, length + 1)
    };
    for (Frame frame : garbled) {
      assertThat(reason(frames(frame))).as(frame.toString()).isEqualTo(Reason.GARBLED);
    }
    assertThat(reason(frames(open(1, source, 0, 1), open(1, source, 0, 1))))
        .isEqualTo(Reason.GARBLED);
    Frame[] many = new Frame[OpenRanges.MOST + 1];
    for (int i = 0; i < many.length; i++) {
      many[i] = open(i, source, 0, length);
    }
    assertThat(reason(frames(many))).isEqualTo(Reason.GARBLED);
    assertThat(reason(new byte[0])).isEqualTo(Reason.NOT_STARTED);
    assertThat(reason(frames())).isEqualTo(Reason.DIED);
  }

  @Test
  void anotherExtentThanWasLostIsNoticed() throws IOException {
    byte[] lost = TABLE.bytes(LOST);
    byte[] changed = lost.clone();
    changed[5]++;
    Frame done = new Frame(Frame.Type.DONE, new byte[0]);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    rebuild(frames(new Frame(Frame.Type.OUT, lost), done), out);
    assertThat(out.toByteArray()).isEqualTo(lost);
    for (byte[] sent :
        List.of(
            frames(new Frame(Frame.Type.OUT, changed), done),
            frames(done),
            frames(new Frame(Frame.Type.OUT, lost), new Frame(Frame.Type.OUT, new byte[1])))) {
      assertThatThrownBy(() -> rebuild(sent, OutputStream.nullOutputStream()))
          .isInstanceOf(RebuildMismatchException.class);
    }
  }

  /** Frames with lengths that fit, and contents that seldom do. */
  @Property(tries = 500)
  void noFramesMakeAnExtentThatWasNotLost(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    DataExtent source = JOB.sources().iterator().next();
    Frame[] frames = new Frame[random.nextInt(8)];
    for (int i = 0; i < frames.length; i++) {
      byte[] content = new byte[random.nextInt(40)];
      random.nextBytes(content);
      Frame.Type type = Frame.Type.values()[random.nextInt(Frame.Type.values().length)];
      frames[i] =
          switch (random.nextInt(4)) {
            case 0 -> open(random.nextInt(3), source, random.nextInt(9), random.nextInt(99));
            case 1 -> numbered(Frame.Type.READ, random.nextInt(3));
            default -> new Frame(type, content);
          };
    }
    byte[] sent = frames(frames);
    for (int changes = random.nextInt(3); changes > 0; changes--) {
      sent[random.nextInt(sent.length)] = (byte) random.nextInt();
    }
    try {
      rebuild(sent, OutputStream.nullOutputStream());
      throw new AssertionError("The host believes it");
    } catch (WorkerException
        | RebuildMismatchException
        | CorruptSourceException
        | InvalidRecordException e) {
      assertThat(e).hasMessageNotContaining("null");
    } catch (IOException e) {
      assertThat(e).hasMessageStartingWith("In the worker");
    }
  }
}

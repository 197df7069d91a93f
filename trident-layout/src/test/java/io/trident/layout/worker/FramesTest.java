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
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.layout.extent.CorruptSourceException;
import io.trident.layout.extent.RebuildMismatchException;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.table.TableSpecJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What travels between host and worker: it arrives as it was sent, and nonsense is refused. */
class FramesTest {
  private static final JobTable TABLE = table();
  private static final RebuildJob JOB = TABLE.job(new DataExtent(0, 0));

  private static JobTable table() {
    try {
      return new JobTable(Path.of("target"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Frames of(byte[] bytes, OutputStream out) {
    return new Frames(new ByteArrayInputStream(bytes), out, Frames.MOST_FROM_WORKER);
  }

  @Property(tries = 200)
  void framesArriveAsTheyWereSent(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    Frame.Type type = Frame.Type.values()[random.nextInt(Frame.Type.values().length)];
    byte[] content = new byte[random.nextInt(Frames.CHUNK_BYTES + 1)];
    random.nextBytes(content);
    of(new byte[0], sent).send(new Frame(type, content));
    Frames received = of(sent.toByteArray(), OutputStream.nullOutputStream());
    Frame frame = received.receive();
    assertThat(frame.type()).isEqualTo(type);
    assertThat(frame.content()).isEqualTo(content);
    assertThatThrownBy(received::receive).isInstanceOf(EOFException.class);
  }

  @Property(tries = 500)
  void bytesThatAreNoFramesEndInAnException(@ForAll byte[] bytes) {
    Frames frames = of(bytes, OutputStream.nullOutputStream());
    assertThatThrownBy(
            () -> {
              while (true) {
                frames.receive();
              }
            })
        .isInstanceOfAny(EOFException.class, MalformedFrameException.class);
  }

  @Test
  void aFrameThatIsTooLongIsRefusedBeforeItIsRead() {
    byte[] announced = {4, 0x7f, 0, 0, 0};
    assertThatThrownBy(() -> of(announced, OutputStream.nullOutputStream()).receive())
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining("65536 are most");
  }

  @Test
  void aJobArrivesAsItWasSent() throws IOException {
    for (DataExtent lost : TABLE.extents()) {
      RebuildJob job = TABLE.job(lost);
      RebuildJob arrived = RebuildJob.decode(job.encode());
      assertThat(TableSpecJson.write(arrived.spec())).isEqualTo(TableSpecJson.write(job.spec()));
      assertThat(ManifestCodec.encode(arrived.manifest()))
          .isEqualTo(ManifestCodec.encode(job.manifest()));
      assertThat(arrived.space()).isEqualTo(job.space());
      assertThat(arrived.step().target()).isEqualTo(lost);
      assertThat(arrived.step().method()).isEqualTo(job.step().method());
      assertThat(arrived.step().reads()).isEqualTo(job.step().reads());
    }
  }

  @Property(tries = 500)
  void aJobThatWasChangedIsRefusedOrAnotherJob(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] content = JOB.encode().content();
    byte[] changed =
        Arrays.copyOf(content, content.length - random.nextInt(2) * random.nextInt(50));
    for (int i = random.nextInt(3); i >= 0; i--) {
      int near = random.nextBoolean() ? changed.length : 40; // lengths are at both ends
      changed[changed.length == near ? random.nextInt(near) : random.nextInt(40)] =
          (byte) random.nextInt();
    }
    try {
      assertThat(RebuildJob.decode(new Frame(Frame.Type.JOB, changed)).step().reads())
          .hasSizeLessThanOrEqualTo(changed.length);
    } catch (MalformedFrameException e) {
      assertThat(e).message().isNotEmpty();
    }
  }

  @Test
  void failuresArriveWithTheirTypes() throws IOException {
    DataExtent source = JOB.sources().iterator().next();
    assertThat(arrived(new CorruptSourceException(source, "short.", null)))
        .isInstanceOfSatisfying(
            CorruptSourceException.class, e -> assertThat(e.source()).isEqualTo(source))
        .hasMessage(new CorruptSourceException(source, "short.", null).getMessage());
    assertThat(arrived(new RebuildMismatchException(JOB.target(), "long.")))
        .isInstanceOf(RebuildMismatchException.class)
        .hasMessage(new RebuildMismatchException(JOB.target(), "long.").getMessage());
    assertThat(arrived(new InvalidRecordException("no row")))
        .isInstanceOf(InvalidRecordException.class);
    assertThat(arrived(new IllegalArgumentException("not installed")))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessage("not installed");
    assertThat(arrived(new IOException("full"))).isExactlyInstanceOf(IOException.class);
    assertThat(arrived(new IllegalStateException("broken"))).isInstanceOf(WorkerException.class);
    assertThat(arrived(new NoClassDefFoundError("broken"))).isInstanceOf(WorkerException.class);
    assertThat(arrived(new IOException("x".repeat(100_000))))
        .isExactlyInstanceOf(IOException.class);
  }

  private static IOException arrived(Throwable failure) throws IOException {
    return RebuildFailure.decode(RebuildFailure.of(JOB.target(), failure).encode(), JOB)
        .toException(JOB.target());
  }

  /** The NameNode gives up extents that are reported as corrupt. */
  @Test
  void aWorkerCanAccuseNoOtherExtentThanItsSources() {
    CorruptSourceException accusation = new CorruptSourceException(JOB.target(), "so.", null);
    assertThatThrownBy(() -> arrived(accusation)).isInstanceOf(MalformedFrameException.class);
  }
}

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
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rebuilds in real processes, and what can happen to these meanwhile. */
class WorkersIT extends WorkerCase {
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
                    OWNER,
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
  void whatALibraryPrintsIsNoFrame() throws Exception {
    Workers workers = misbehaving();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    workers.rebuild(OWNER, table.job(LOST, JobTable.doing("print")), table.table(), out);
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
              () -> workers.rebuild(OWNER, job, table.table(), OutputStream.nullOutputStream()));
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
            () ->
                usual()
                    .rebuild(
                        OWNER, table.job(LOST), table.table(), OutputStream.nullOutputStream()))
        .isInstanceOfSatisfying(
            CorruptSourceException.class, e -> assertThat(e.source()).isEqualTo(corrupt))
        .hasMessageContaining("rows of sum");
  }

  @Test
  void aSourceOfAnotherLengthIsNamed() throws Exception {
    DataExtent corrupt = (DataExtent) table.step(LOST).reads().get(0).from();
    table.table().put(corrupt, new byte[10]);
    assertThatThrownBy(
            () ->
                usual()
                    .rebuild(
                        OWNER, table.job(LOST), table.table(), OutputStream.nullOutputStream()))
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
                        OWNER,
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
                    OWNER,
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
                () ->
                    workers.rebuild(
                        OWNER, table.job(LOST), sources, OutputStream.nullOutputStream())))
        .isSameAs(unreadable);
    IOException unwritable = new IOException("no space");
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw unwritable;
          }
        };
    assertThat(catchThrowable(() -> workers.rebuild(OWNER, table.job(LOST), table.table(), full)))
        .isSameAs(unwritable);
    assertThat(workers.counts()).isEqualTo(new WorkerCounts(0, 2, 0, Map.of()));
    assertRebuilds(workers, LOST);
  }

  @Test
  void aWorkerThatIsKilledEndsItsRebuildOnly() throws Exception {
    Workers workers = usual();
    assertThatThrownBy(
            () ->
                workers.rebuild(
                    OWNER,
                    table.job(LOST),
                    first(() -> children().forEach(ProcessHandle::destroyForcibly)),
                    OutputStream.nullOutputStream()))
        .isInstanceOfSatisfying(
            WorkerException.class, e -> assertThat(e.reason()).isEqualTo(Reason.DIED))
        .hasMessageContaining("137");
    assertRebuilds(workers, LOST);
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
                    OWNER,
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
                    OWNER,
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
}

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
package io.trident.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.junit.jupiter.api.Test;

class RangeStreamTest {
  private static final int LENGTH = 5 << 20;

  private final byte[] content = new byte[LENGTH];

  /** Reads that fail, counted from 1 over all files that are opened. */
  private final Set<Integer> failing = new HashSet<>();

  private final ReadBytes read = new ReadBytes();
  private int reads;
  private int opened;
  private int closed;
  private int mostOpened = Integer.MAX_VALUE;

  RangeStreamTest() {
    new Random(1).nextBytes(content);
  }

  @Test
  void aRangeIsReadAndNoMore() throws IOException {
    try (InputStream in = open(3, LENGTH - 7)) {
      assertThat(in.readAllBytes()).isEqualTo(range(3, LENGTH - 7));
    }
    assertThat(read.total()).isEqualTo(LENGTH - 10);
    assertThat(opened).isEqualTo(1);
    assertThat(closed).isEqualTo(1);
  }

  /** A rebuild that reads from many would begin anew for a node that is slow for some seconds. */
  @Test
  void whatFailsIsReadAgainFromWhereItWas() throws IOException {
    failing.addAll(Set.of(1, 4, 5));
    try (InputStream in = open(1, LENGTH)) {
      assertThat(in.readAllBytes()).isEqualTo(range(1, LENGTH));
    }
    assertThat(read.total()).as("nothing twice").isEqualTo(LENGTH - 1);
    assertThat(opened).isEqualTo(4);
    assertThat(closed).isEqualTo(4);
  }

  @Test
  void whatFailsThreeTimesInARowFails() throws IOException {
    failing.addAll(Set.of(2, 3, 4));
    try (InputStream in = open(0, LENGTH)) {
      assertThatThrownBy(in::readAllBytes).isInstanceOf(IOException.class).hasMessage("read 4");
    }
    assertThat(closed).isEqualTo(opened).isEqualTo(3);
  }

  @Test
  void whatCanNotBeOpenedAnyMoreFailsAtOnceAsItFailedFirst() throws IOException {
    failing.add(2);
    mostOpened = 1;
    try (InputStream in = open(0, LENGTH)) {
      assertThatThrownBy(in::readAllBytes)
          .hasMessage("read 2")
          .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessage("no replica"));
    }
    assertThat(closed).isEqualTo(1);
  }

  @Test
  void whoeverIsInterruptedDoesNotTryAgain() throws IOException {
    failing.add(1);
    try (InputStream in = open(0, LENGTH)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(in::readAllBytes).hasMessage("read 1");
      assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    }
    assertThat(opened).isEqualTo(1);
  }

  @Test
  void aFileThatEndsEarlierIsAnError() throws IOException {
    try (InputStream in = open(0, LENGTH + 1)) {
      assertThatThrownBy(in::readAllBytes).isInstanceOf(EOFException.class);
    }
  }

  private byte[] range(int from, int to) {
    return Arrays.copyOfRange(content, from, to);
  }

  private RangeStream open(long from, long to) throws IOException {
    return new RangeStream(
        () -> {
          if (opened == mostOpened) {
            throw new IOException("no replica");
          }
          opened++;
          return new FSDataInputStream(new Flaky());
        },
        from,
        to,
        read,
        0);
  }

  /** Reads by position only, some bytes at a time. */
  private final class Flaky extends FSInputStream {
    @Override
    public int read(long position, byte[] buffer, int offset, int length) throws IOException {
      reads++;
      if (failing.contains(reads)) {
        throw new IOException("read " + reads);
      }
      int count = (int) Math.min(Math.min(length, 700_000), content.length - position);
      if (count <= 0) {
        return -1;
      }
      System.arraycopy(content, (int) position, buffer, offset, count);
      return count;
    }

    @Override
    public void close() {
      closed++;
    }

    @Override
    public void seek(long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long getPos() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean seekToNewSource(long target) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }
  }
}

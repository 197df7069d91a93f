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
package io.trident.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.storage.Availability;
import io.trident.core.storage.BlockProgress;
import io.trident.core.storage.BlockToCache;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.PinState;
import io.trident.core.storage.SegmentTiers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class StoragesTest {
  private final FakeStorage hdfs = new FakeStorage("hdfs", "n1");
  private final FakeStorage lake = new FakeStorage("s3a", "n2");
  private final Storage storages = open();

  private Storage open() {
    Configuration conf = new Configuration(false);
    conf.set("fs.defaultFS", "hdfs://nn:8020/");
    return Storages.open(conf, List.of(hdfs, lake));
  }

  private static FileSegment segment(String path) {
    return new FileSegment(path, 0, 10);
  }

  private static BlockToCache block(String path) {
    return new BlockToCache(path, 1, "n1");
  }

  @Test
  void eachFileIsAskedOfTheStorageOfItsScheme() {
    List<FileSegment> asked =
        List.of(
            segment("s3a://bucket/a"),
            segment("hdfs://nn:8020/b"),
            segment("file:/c"),
            segment("/without/scheme"),
            segment("s3a://bucket/a:b"),
            segment("/with/colon:b"));
    Map<FileSegment, SegmentTiers> answers = storages.locate(asked);
    assertThat(answers.keySet()).containsExactlyElementsOf(asked);
    assertThat(answers.values())
        .extracting(SegmentTiers::availability)
        .containsExactly(
            Availability.KNOWN,
            Availability.KNOWN,
            Availability.NO_TIERS,
            Availability.KNOWN,
            Availability.KNOWN,
            Availability.KNOWN);
    assertThat(hdfs.calls).contains("locate 3");
    assertThat(lake.calls).contains("locate 2");
  }

  @Test
  void schemesThatAStorageServesAreKnownWithoutOpeningIt() {
    Configuration conf = new Configuration(false);
    conf.set("fs.defaultFS", "hdfs://nn:8020/");
    FakeStorage unopened = new FakeStorage("hdfs", "n1");
    StorageSchemes schemes = new StorageSchemes(conf, List.of(unopened));
    assertThat(schemes.isServed("hdfs")).isTrue();
    assertThat(schemes.isServed(null)).as("that of the default file system").isTrue();
    assertThat(schemes.isServed("s3a")).isFalse();
    assertThat(schemes.isPathServed("hdfs://nn/a%20b")).isTrue();
    assertThat(schemes.isPathServed("/a:b")).isTrue();
    assertThat(schemes.isPathServed("file:/a")).isFalse();
    assertThat(unopened.calls).isEmpty();
  }

  @Test
  void aStorageThatNothingIsAskedOfIsNotCalled() {
    storages.locate(List.of(segment("hdfs://nn/b")), Duration.ZERO);
    storages.pin("job", List.of(block("hdfs://nn/b")));
    assertThat(hdfs.calls).containsExactly("open", "locate 1 at once", "pin 1 for job");
    assertThat(lake.calls).containsExactly("open");
  }

  @Test
  void nodesAreKnownByWhicheverStorageKnowsThem() {
    StorageNodes nodes = storages.nodes();
    assertThat(nodes.rackOf("n1")).isEqualTo("/hdfs");
    assertThat(nodes.rackOf("n2")).isEqualTo("/s3a");
    assertThat(nodes.rackOf("other")).isEqualTo("/default-rack");
    assertThat(nodes.nameOf("address of n2")).isEqualTo("n2");
    assertThat(nodes.nameOf("other")).isEqualTo("other");
    assertThat(nodes.cacheFree("n2")).isEqualTo(7);
    assertThat(nodes.cacheFree("other")).isZero();
  }

  @Test
  void blocksOfSeveralStoragesArePinnedInOneSession() throws InterruptedException {
    List<BlockToCache> blocks =
        List.of(block("s3a://bucket/a"), block("file:/c"), block("hdfs://nn/b"));
    PinSession session = storages.pin("job", blocks);
    assertThat(states(session))
        .containsExactly(PinState.PENDING, PinState.UNSUPPORTED, PinState.PENDING);
    assertThat(session.progress()).extracting(BlockProgress::block).isEqualTo(blocks);
    hdfs.settled.complete(null);
    assertThat(session.isSettled()).isFalse();
    assertThat(session.await(Duration.ZERO)).isFalse();
    assertThat(session.settled().toCompletableFuture()).isNotDone();
    lake.settled.complete(null);
    assertThat(session.isSettled()).isTrue();
    assertThat(session.await(Duration.ZERO)).isTrue();
    assertThat(session.settled().toCompletableFuture()).isDone();
    assertThat(states(session))
        .containsExactly(PinState.CACHED, PinState.UNSUPPORTED, PinState.CACHED);
    assertThat(session.timeToLive()).isEqualTo(Duration.ofSeconds(3));
    session.close();
    assertThat(hdfs.calls).endsWith("unpin");
    assertThat(lake.calls).endsWith("unpin");
  }

  private static List<PinState> states(PinSession session) {
    return session.progress().stream().map(BlockProgress::state).toList();
  }

  @Test
  void aSessionOfUnservedBlocksIsSettledAtOnce() {
    PinSession session = storages.pin("job", List.of(block("file:/c")));
    assertThat(session.isSettled()).isTrue();
    assertThat(states(session)).containsExactly(PinState.UNSUPPORTED);
    assertThat(session.settled().toCompletableFuture()).isDone();
  }

  @Test
  void leasesAreThoseOfTheDirectorysStorage() throws IOException {
    storages.leases().renew(new Path("s3a://bucket/dir"));
    storages.leases().release(new Path("/dir"));
    assertThat(lake.calls).endsWith("renew s3a://bucket/dir");
    assertThat(hdfs.calls).endsWith("release /dir");
    assertThatThrownBy(() -> storages.leases().renew(new Path("file:/dir")))
        .isInstanceOf(LeasesUnsupportedException.class)
        .hasMessageContaining("file:/dir");
  }

  @Test
  void closingClosesAll() {
    storages.close();
    assertThat(hdfs.calls).endsWith("close");
    assertThat(lake.calls).endsWith("close");
  }
}

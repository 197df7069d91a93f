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
package io.trident.hdfs.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.fixtures.MetricsPage;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.protocol.BlockTiersProtocol;
import io.trident.hdfs.protocol.LocatedFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.ipc.RetriableException;
import org.junit.jupiter.api.Test;

class LimitedLookupTest {
  private static final int MAX_FILES = 100;

  private final AtomicLong clock = new AtomicLong(-1);
  private final List<Integer> asked = new ArrayList<>();
  private String user = "alice";

  private LimitedLookup lookup(int perSecond) {
    return new LimitedLookup(
        new BlockTiersProtocol() {
          @Override
          public LocatedFile getBlockTiers(String src, long offset, long length) {
            asked.add(1);
            return LocatedFile.withoutPending(new LocatedBlocks());
          }

          @Override
          public Map<String, LocatedFile> getBlockTiersOfFiles(Collection<String> srcs) {
            asked.add(Math.min(MAX_FILES, srcs.size()));
            return Map.of();
          }
        },
        MAX_FILES,
        perSecond,
        () -> user,
        clock::get,
        new LookupMetrics());
  }

  private static List<String> files(int number) {
    return IntStream.range(0, number).mapToObj(i -> "/" + i).toList();
  }

  private int asked() {
    return asked.stream().mapToInt(Integer::intValue).sum();
  }

  @Test
  void whoAsksTooMuchIsRefusedForAWhile() throws IOException {
    LimitedLookup lookup = lookup(50);
    lookup.getBlockTiersOfFiles(files(MAX_FILES)); // more than there is, which is owed
    assertThatThrownBy(() -> lookup.getBlockTiers("/", 0, 1))
        .isInstanceOf(RetriableException.class)
        .hasMessageContaining(HdfsKeys.PLUGIN_MAX_FILES_PER_SECOND.name());
    clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(1_010));
    assertThatThrownBy(() -> lookup.getBlockTiersOfFiles(files(2)))
        .isInstanceOf(RetriableException.class);
    assertThat(asked).containsExactly(MAX_FILES);
    clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(10));
    lookup.getBlockTiers("/", 0, 1);
    assertThat(asked).containsExactly(MAX_FILES, 1);
  }

  @Test
  void oneUserLeavesSomethingForOthers() throws IOException {
    LimitedLookup lookup = lookup(10_000);
    for (int call = 0; call < 1_000; call++) {
      try {
        lookup.getBlockTiersOfFiles(files(64));
      } catch (RetriableException e) {
        break;
      }
    }
    assertThat(asked()).isBetween(5_000, 5_100);
    user = "bob";
    lookup.getBlockTiersOfFiles(files(64));
    user = "alice";
    assertThatThrownBy(() -> lookup.getBlockTiers("/", 0, 1))
        .isInstanceOf(RetriableException.class);
  }

  /** Whoever asks, and whenever. */
  @Property(tries = 200)
  void theRateHolds(
      @ForAll @IntRange(min = 1, max = 1_000) int perSecond,
      @ForAll @Size(max = 200) List<@IntRange(min = 1, max = 300) Integer> calls,
      @ForAll @IntRange(max = 2_000) int pauseMs) {
    asked.clear();
    LimitedLookup lookup = lookup(perSecond);
    for (int files : calls) {
      clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(pauseMs));
      try {
        lookup.getBlockTiersOfFiles(files(files));
      } catch (IOException e) {
        assertThat(asked()).as("half is kept for others").isGreaterThanOrEqualTo(perSecond / 2);
      }
    }
    double seconds = 1 + calls.size() * pauseMs / 1e3;
    assertThat((double) asked()).isLessThanOrEqualTo(seconds * perSecond + MAX_FILES);
  }

  @Test
  void theReferenceHasEachMetricAndNoOther() throws IOException {
    assertThat(MetricsPage.published(new LookupMetrics()))
        .isEqualTo(MetricsPage.namesOf("TridentTierLookups"));
  }
}

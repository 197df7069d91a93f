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
package io.trident.hdfs.filesystem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.config.ConfigException;
import io.trident.hdfs.HdfsKeys;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.ReadRecovery;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;

class ExtentRecoveryTest {
  private final List<Duration> waits = new ArrayList<>();
  private long now = -5; // the clock may be negative
  private boolean readable;
  private Duration lasts = Duration.ofSeconds(2);

  private final ExtentRecovery recovery =
      new ExtentRecovery(
          (file, longest) -> {
            assertThat(file).isEqualTo("/f");
            waits.add(longest);
            now += lasts.toNanos();
            return readable;
          },
          Duration.ofSeconds(5),
          new Silence(30_000),
          () -> now);

  @Test
  void aStreamWaitsForSomeTimeInAllAndThenAsksOnce() throws Exception {
    ReadRecovery.OfStream stream = recovery.of("/f");
    for (int i = 0; i < 5; i++) {
      assertThat(stream.recovered()).isFalse();
    }
    assertThat(waits).extracting(Duration::toSeconds).containsExactly(5L, 3L, 1L, 0L, 0L);
    assertThat(recovery.of("/f").recovered()).isFalse();
    assertThat(waits).as("each stream").last().isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void onceItsExtentWasRebuiltAStreamWaitsAsLongAgain() throws Exception {
    ReadRecovery.OfStream stream = recovery.of("/f");
    assertThat(stream.recovered()).isFalse();
    readable = true;
    assertThat(stream.recovered()).isTrue();
    readable = false;
    assertThat(stream.recovered()).isFalse();
    assertThat(waits).extracting(Duration::toSeconds).containsExactly(5L, 3L, 5L);
  }

  @Test
  void theTimeMayEndInTheMiddleOfACall() throws Exception {
    lasts = Duration.ofMinutes(10);
    ReadRecovery.OfStream stream = recovery.of("/f");
    assertThat(stream.recovered()).isFalse();
    assertThat(stream.recovered()).isFalse();
    assertThat(waits).containsExactly(Duration.ofSeconds(5), Duration.ZERO);
  }

  @Test
  void aSlowNodeIsAskedAboutNowAndThen() {
    ReadRecovery.OfStream stream = recovery.of("/f");
    assertThat(stream.isRecoveredMeanwhile()).isTrue();
    assertThat(stream.isRecoveredMeanwhile()).isFalse();
    now += Duration.ofSeconds(10).toNanos() - 1;
    assertThat(stream.isRecoveredMeanwhile()).isFalse();
    now++;
    assertThat(stream.isRecoveredMeanwhile()).isTrue();
    assertThat(stream.isRecoveredMeanwhile()).isFalse();
  }

  @Test
  void withoutTimeToWaitThereIsNoRecovery() throws Exception {
    Configuration conf = new Configuration(false);
    UserGroupInformation user = UserGroupInformation.createRemoteUser("anna");
    URI fileSystem = URI.create("hdfs://nowhere.invalid:1");
    assertThat(ExtentRecovery.of(fileSystem, conf, user)).isNotNull();
    conf.set(HdfsKeys.LAYOUT_REBUILD_WAIT_MS.name(), "0");
    assertThat(ExtentRecovery.of(fileSystem, conf, user)).isNull();
    conf.set(HdfsKeys.LAYOUT_REBUILD_WAIT_MS.name(), "-1");
    assertThatThrownBy(() -> ExtentRecovery.of(fileSystem, conf, user))
        .isInstanceOf(ConfigException.class);
  }
}

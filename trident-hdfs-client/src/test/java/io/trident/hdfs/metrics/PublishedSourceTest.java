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
package io.trident.hdfs.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublishedSourceTest {
  private final MetricsSource first = (collector, all) -> {};
  private final MetricsSource second = (collector, all) -> {};
  private final MetricsSource third = (collector, all) -> {};

  @BeforeEach
  void start() {
    DefaultMetricsSystem.initialize("test");
  }

  @AfterEach
  void stop() {
    DefaultMetricsSystem.setMiniClusterMode(false);
    DefaultMetricsSystem.shutdown();
  }

  private static PublishedSource publish(MetricsSource source) {
    return PublishedSource.publish("TridentTest", "A test", source);
  }

  private static MetricsSource published(String name) {
    return DefaultMetricsSystem.instance().getSource(name);
  }

  /**
   * Hadoop numbers sources of one name itself in clusters of one JVM, and refuses them in others.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void eachIsPublishedUntilItIsClosed(boolean isMiniCluster) {
    DefaultMetricsSystem.setMiniClusterMode(isMiniCluster);
    PublishedSource one = publish(first);
    PublishedSource two = publish(second);
    assertThat(published("TridentTest")).isSameAs(first);
    assertThat(published("TridentTest-1")).isSameAs(second);
    one.close();
    assertThat(published("TridentTest")).isNull();
    assertThat(published("TridentTest-1")).isSameAs(second);
    PublishedSource three = publish(third);
    assertThat(published("TridentTest")).as("a name that is free again").isSameAs(third);
    two.close();
    three.close();
    assertThat(published("TridentTest")).isNull();
    assertThat(published("TridentTest-1")).isNull();
  }

  @Test
  void oneThatIsClosedTwiceTakesNoOthersAway() {
    PublishedSource one = publish(first);
    one.close();
    try (PublishedSource two = publish(second)) {
      one.close();
      assertThat(published("TridentTest")).isSameAs(second);
    }
  }
}

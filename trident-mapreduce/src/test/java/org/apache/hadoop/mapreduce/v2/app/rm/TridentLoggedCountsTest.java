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
package org.apache.hadoop.mapreduce.v2.app.rm;

import static org.apache.hadoop.mapreduce.v2.app.rm.AllocatorRun.MAP;
import static org.apache.hadoop.mapreduce.v2.app.rm.AllocatorRun.attempt;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.Test;

/** What Hadoop's allocator logs of containers is true, whoever assigns them. */
final class TridentLoggedCountsTest {
  @Test
  void matchedMapsCountAsThoseThatHadoopAssigns() {
    List<String> stock = logOf(AllocatorRun::stock);

    assertThat(stock).last().asString().endsWith("ContAlloc:4 ContRel:1 HostLocal:1 RackLocal:2");
    assertThat(logOf(AllocatorRun::trident)).isEqualTo(stock);
  }

  @Test
  void whatIsRefusedCountsAsReleased() {
    List<String> log =
        logOf(
            AllocatorRun::trident,
            run -> {
              run.request(attempt(0, 0), "h1");
              run.heartbeat();
              run.resourceManager.grant(MAP, "h1");
              run.heartbeat();
              run.request(attempt(0, 1), "h1"); // a speculative attempt
              run.heartbeat();
              run.resourceManager.grant(MAP, "h1");
              run.heartbeat();
            });
    assertThat(log).last().asString().endsWith("ContAlloc:2 ContRel:1 HostLocal:1 RackLocal:0");
  }

  private static List<String> logOf(Function<Configuration, AllocatorRun> allocator) {
    return logOf(
        allocator,
        run -> {
          for (int i = 0; i < 3; i++) {
            run.request(attempt(i, 0), "h" + i);
          }
          run.heartbeat();
          run.resourceManager.grant(MAP, "h0");
          run.heartbeat();
          run.resourceManager.grant(MAP, "h8");
          run.resourceManager.grant(MAP, "h9");
          run.heartbeat();
          run.request(attempt(3, 0), "h3");
          run.heartbeat();
          run.resourceManager.grant(MAP, "h3");
          run.giveUp(attempt(3, 0)); // its container is on its way
          run.heartbeat();
        });
  }

  private static List<String> logOf(
      Function<Configuration, AllocatorRun> allocator, Consumer<AllocatorRun> history) {
    Captured captured = new Captured();
    Logger logger = Logger.getLogger(RMContainerAllocator.class);
    Level level = logger.getLevel();
    logger.setLevel(Level.INFO);
    logger.addAppender(captured);
    try (AllocatorRun run = allocator.apply(new Configuration(false))) {
      history.accept(run);
    } finally {
      logger.removeAppender(captured);
      logger.setLevel(level);
    }
    return captured.lines;
  }

  /** The lines with the counts. */
  private static final class Captured extends AppenderSkeleton {
    private final List<String> lines = new ArrayList<>();

    @Override
    protected void append(LoggingEvent event) {
      String text = event.getRenderedMessage();
      if (text.contains(" Scheduling: ")) {
        lines.add(text);
      }
    }

    @Override
    public void close() {}

    @Override
    public boolean requiresLayout() {
      return false;
    }
  }
}

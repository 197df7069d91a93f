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

import io.trident.core.guard.Guard;
import io.trident.mapreduce.HidingLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Whichever class the jar lacks, the allocator's maps get their containers as Hadoop's do. */
final class AllocatorWithoutAClassTest {
  /** Runs in a loader of its own; returns what became of the maps. */
  public static final class Scenario implements Callable<String> {
    @Override
    public String call() {
      try (AllocatorRun run = AllocatorRun.trident(new Configuration(false))) {
        for (int i = 0; i < 3; i++) {
          run.request(attempt(i, 0), "h" + i, "h9");
        }
        run.heartbeat();
        for (int i = 0; i < 3; i++) {
          run.resourceManager.grant(MAP, "h" + i);
        }
        run.heartbeat();
        run.request(attempt(0, 1), "h0", "h9");
        run.fail(attempt(1, 0));
        run.end(attempt(2, 0));
        run.heartbeat();
        run.resourceManager.grant(MAP, "h9");
        run.heartbeat();
        run.heartbeat();
        return "running %s, waiting %d, asked for %d"
            .formatted(
                new TreeSet<>(run.running.keySet()),
                run.waiting(),
                run.resourceManager.pending(MAP));
      }
    }
  }

  private static String runIn(HidingLoader loader) throws Exception {
    return (String)
        ((Callable<?>)
                loader.loadClass(Scenario.class.getName()).getDeclaredConstructor().newInstance())
            .call();
  }

  @Test
  void whicheverClassIsMissingMapsRunAsWithHadoop() throws Exception {
    Set<String> shared = Set.of(InProcessRpc.class.getName());
    HidingLoader complete = new HidingLoader("", shared);
    String expected = runIn(complete);
    assertThat(expected).endsWith("waiting 0, asked for 0");
    assertThat(complete.asked()).hasSizeGreaterThan(40);

    for (String hidden : complete.asked()) {
      if (!hidden.startsWith(Guard.class.getName())) { // without it nothing is guarded
        assertThat(runIn(new HidingLoader(hidden, shared)))
            .as("without %s", hidden)
            .isEqualTo(expected);
      }
    }
  }
}

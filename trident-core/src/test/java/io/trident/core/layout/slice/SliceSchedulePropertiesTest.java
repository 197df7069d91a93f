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
package io.trident.core.layout.slice;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.slice.SliceAnswer.Read;
import io.trident.core.layout.slice.SliceAnswer.Ready;
import io.trident.core.layout.slice.SliceAnswer.Refused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Any clients, in any order, some of which die; reads that take any time, some of which fail. */
class SliceSchedulePropertiesTest {
  private static final int STEPS = 4_000;

  private record Wanted(String user, int extent, int slice) {}

  /** The content of a slice is a function of the extent and the slice, of some bytes. */
  private record Content(int extent, int slice, long bytes) {}

  private record Reading(int extent, Set<Integer> slices) {}

  @Property(tries = 200)
  void eachClientGetsItsSliceOnceOrIsRefusedAndMemoryIsBounded(@ForAll long seed) {
    Random random = new Random(seed);
    new Run(random).run();
  }

  private static final class Run {
    private final Random random;
    private final int extents;
    private final int slices;
    private final int together;
    private final long extentBytes = 100;
    private final long maxBytes;
    private final SliceLimits limits;
    private final SliceSchedule<Integer, Content> schedule;
    private final List<Reading> readings = new ArrayList<>();
    private final List<Wanted> clients = new ArrayList<>();
    private final Map<Wanted, Integer> answers = new HashMap<>();
    private long now;
    private long served;

    Run(Random random) {
      this.random = random;
      this.extents = 1 + random.nextInt(6);
      this.slices = 1 + random.nextInt(12);
      this.together = 1 + random.nextInt(slices);
      this.maxBytes = random.nextInt(5) * 60L;
      this.limits =
          new SliceLimits(
              maxBytes,
              1 + random.nextInt(6),
              1 + random.nextInt(3),
              1 + random.nextInt(100),
              Duration.ofNanos(random.nextInt(50)),
              Duration.ofNanos(random.nextInt(100)),
              Duration.ofNanos(random.nextInt(200)),
              Duration.ofNanos(20 + random.nextInt(50)));
      this.schedule = new SliceSchedule<>(limits, Content::bytes, () -> now);
      for (int user = 0; user < 1 + random.nextInt(3); user++) {
        for (int extent = 0; extent < extents; extent++) {
          for (int slice = 0; slice < slices; slice++) {
            clients.add(new Wanted("user" + user, extent, slice));
          }
        }
      }
    }

    private Content content(int extent, int slice) {
      return new Content(extent, slice, extentBytes / slices - (extent + slice) % 3);
    }

    void run() {
      for (int step = 0; step < STEPS && !clients.isEmpty(); step++) {
        now += random.nextInt(3);
        int what = random.nextInt(20);
        if (what == 0) {
          schedule.expire();
        } else if (what <= 2 && !readings.isEmpty()) {
          endOneRead();
        } else if (what == 3 && random.nextInt(20) == 0) {
          clients.remove(random.nextInt(clients.size())); // dies
        } else {
          ask(clients.get(random.nextInt(clients.size())));
        }
        assertThat(schedule.counts().bytes()).isBetween(0L, maxBytes);
        assertThat(readings.size()).isLessThanOrEqualTo(limits.readers());
      }
      assertThat(clients).as("clients that were never answered").isEmpty();
      assertThat(schedule.counts().served()).isEqualTo(served);
      assertThat(answers.values()).allMatch(times -> times == 1);
      while (!readings.isEmpty()) {
        endOneRead();
      }
      now += limits.keep().plus(limits.patience()).toNanos() + 1;
      schedule.expire();
      assertThat(schedule.counts().bytes()).isZero();
      assertThat(schedule.counts().waiting()).isZero();
    }

    private void ask(Wanted client) {
      SliceAnswer<Content> answer =
          schedule.ask(
              new SliceAsk<>(
                  client.user(),
                  client.extent(),
                  extentBytes,
                  new Slice(client.slice(), slices),
                  together));
      if (answer instanceof Read<Content> read) {
        assertThat(read.wanted()).contains(client.slice());
        readings.add(new Reading(client.extent(), read.wanted()));
      } else if (answer instanceof Ready<Content> ready) {
        assertThat(ready.slice()).isEqualTo(content(client.extent(), client.slice()));
        if (random.nextInt(4) > 0) { // else it asks for the next part of it
          schedule.taken(client.user(), client.extent(), client.slice());
          served++;
          end(client);
        }
      } else if (answer instanceof Refused<Content>) {
        end(client);
      }
    }

    private void end(Wanted client) {
      answers.merge(client, 1, Integer::sum);
      clients.remove(client);
    }

    private void endOneRead() {
      Reading reading = readings.remove(random.nextInt(readings.size()));
      if (random.nextInt(10) == 0) {
        schedule.failed(reading.extent());
        return;
      }
      Map<Integer, Content> contents = new HashMap<>();
      reading.slices().forEach(slice -> contents.put(slice, content(reading.extent(), slice)));
      schedule.done(reading.extent(), contents);
    }
  }
}

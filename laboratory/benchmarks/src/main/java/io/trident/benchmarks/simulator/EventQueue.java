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
package io.trident.benchmarks.simulator;

import java.util.Comparator;
import java.util.PriorityQueue;

/** What happens when, in seconds of simulated time; events of one time in the order of entry. */
final class EventQueue {
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingDouble(Event::seconds).thenComparingLong(Event::number));
  private long entered;

  private record Event(double seconds, long number, Runnable action) {}

  void at(double seconds, Runnable action) {
    events.add(new Event(seconds, entered++, action));
  }

  /** Returns the time of the next event; infinite if there is none. */
  double next() {
    Event first = events.peek();
    return first == null ? Double.POSITIVE_INFINITY : first.seconds();
  }

  /** Removes the next event and lets it happen. */
  void runNext() {
    events.remove().action().run();
  }
}

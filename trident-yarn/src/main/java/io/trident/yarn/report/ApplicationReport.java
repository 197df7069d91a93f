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
package io.trident.yarn.report;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler does for one application. Members are those of the JSON.
 *
 * @param application its id
 * @param queue the full path of the queue that it is in; null once it has ended
 * @param mode of that queue: on, off or shadow; null once it has ended
 * @param plans made for it
 * @param containers of requests with preference maps, placed
 * @param fallbacks offers left to the stock scheduler, by reason; only those above 0
 * @param requests what it asks for now, by priority; at most {@link #MOST_REQUESTS}
 */
public record ApplicationReport(
    String application,
    @Nullable String queue,
    @Nullable String mode,
    long plans,
    long containers,
    Map<String, Long> fallbacks,
    List<Request> requests) {
  /** More requests are left out. */
  public static final int MOST_REQUESTS = 50;

  /** More candidates of a plan are left out. */
  public static final int MOST_CANDIDATES = 20;

  /**
   * The requests of one priority.
   *
   * @param priority as in YARN
   * @param allocationRequestId as in YARN
   * @param pending containers that are not placed yet
   * @param places nodes, racks and {@code *} that are asked for
   * @param entries of the preference maps that are pending
   * @param preferences how many containers are wanted at which score, at best
   * @param inFlight containers that are proposed and not committed
   * @param plan null if there is none
   */
  public record Request(
      int priority,
      long allocationRequestId,
      int pending,
      int places,
      int entries,
      Map<Double, Integer> preferences,
      int inFlight,
      @Nullable Plan plan) {}

  /**
   * A plan that is being followed.
   *
   * @param ageMs when it was made: so many ms ago
   * @param candidatesLeft containers of it that are not proposed yet
   * @param candidates the first of them, cheapest first; at most {@link #MOST_CANDIDATES}
   */
  public record Plan(long ageMs, int candidatesLeft, List<Candidate> candidates) {}

  /**
   * A container of a plan.
   *
   * @param node the host
   * @param cost its score; in a rack trident.cost.rack-local more, else trident.cost.off-rack
   * @param locality node-local, rack-local or off-rack
   */
  public record Candidate(String node, double cost, String locality) {}
}

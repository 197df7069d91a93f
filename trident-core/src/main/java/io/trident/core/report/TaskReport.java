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
package io.trident.core.report;

import io.trident.core.model.ReadSource;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where one attempt of a task was launched, and why there.
 *
 * @param index index of the task in its stage
 * @param id the engine's identifier of the task attempt
 * @param executor identifier of the executor
 * @param host the executor's host
 * @param source label of the {@link ReadSource}
 * @param cost assignment cost by Equation 1
 * @param reason label of the {@link PlacementReason}
 * @param better the cheapest slot on offer at the time, where it was cheaper; else null
 * @param held how the task was held back before; null if it was not
 */
public record TaskReport(
    int index,
    long id,
    String executor,
    String host,
    String source,
    double cost,
    String reason,
    @Nullable Better better,
    @Nullable Held held) {

  /** The most tasks that {@link Better#takenBy} names. */
  public static final int MAX_TAKERS = 8;

  /**
   * A cheaper slot that was on offer.
   *
   * @param executor identifier of the executor
   * @param host its host
   * @param cost what the task would have cost there
   * @param takenBy indices of the tasks that were placed there, at most {@link #MAX_TAKERS}
   */
  public record Better(String executor, String host, double cost, List<Integer> takenBy) {
    public Better {
      takenBy = List.copyOf(takenBy);
    }
  }

  /**
   * How a task was held back, because waiting was expected to be cheaper than the slots on offer.
   *
   * @param rounds in how many rounds
   * @param executor the busy executor that it waited for, at last
   * @param waitSeconds how long the wait was expected to be, at first
   * @param savedSeconds by how much its read was expected to be shorter, at first
   */
  public record Held(int rounds, String executor, double waitSeconds, double savedSeconds) {}

  /** Returns the least that the task would have cost on any slot on offer. */
  public double bestCost() {
    return better == null ? cost : better.cost();
  }

  /** Returns in a few words why the task ran where it did. */
  public String because() {
    String where =
        PlacementReason.ofLabel(reason)
            .map(
                known ->
                    switch (known) {
                      case CHEAPEST -> "No slot on offer was cheaper.";
                      case OPTIMUM -> taken() + ": this way the sum of all costs is the least.";
                      case POLICY -> taken() + ", as the policy decided.";
                      case ENGINE -> "Placed by the engine, not by the policy.";
                      case SPECULATIVE -> "A speculative copy: placed by the engine.";
                    })
            .orElse(reason);
    return held == null ? where : where + " " + heldBack(held);
  }

  private String taken() {
    if (better == null) {
      return "Cheaper slots were taken";
    }
    if (better.takenBy().isEmpty()) {
      return "Executor %s on %s would have cost %s"
          .formatted(better.executor(), better.host(), number(better.cost()));
    }
    String takers =
        better.takenBy().stream().map(String::valueOf).collect(Collectors.joining(", "));
    return "Executor %s on %s would have cost %s, but went to task%s %s"
        .formatted(
            better.executor(),
            better.host(),
            number(better.cost()),
            better.takenBy().size() == 1 ? "" : "s",
            better.takenBy().size() < MAX_TAKERS ? takers : takers + ", ...");
  }

  private static String heldBack(Held held) {
    return "Before, held back for executor %s in %d round%s: a wait of %s s was expected to save %s s."
        .formatted(
            held.executor(),
            held.rounds(),
            held.rounds() == 1 ? "" : "s",
            seconds(held.waitSeconds()),
            seconds(held.savedSeconds()));
  }

  private static String number(double cost) {
    return String.format(Locale.ROOT, "%.1f", cost);
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.2f", seconds);
  }
}

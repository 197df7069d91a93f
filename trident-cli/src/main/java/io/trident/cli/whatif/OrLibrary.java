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
package io.trident.cli.whatif;

import io.trident.core.cost.CostProfile;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.SlotGroup;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Assignment problems in the formats of OR-Library (J. E. Beasley: OR-Library: distributing test
 * problems by electronic mail, Journal of the Operational Research Society 41(11), 1990).
 *
 * <p>Each of {@code n} tasks is to run on one of {@code n} nodes; names are the numbers 1 to n. All
 * numbers are whole and separated by white space, wherever lines end.
 *
 * <p>A pair that a sparse file does not list cannot be assigned. It costs {@code 1 + n * greatest
 * listed cost}, which is more than all listed pairs of any matching together. So a matching of
 * least cost has as few such pairs as possible; its other pairs are a maximum matching of the
 * listed ones, and of least cost among those.
 */
final class OrLibrary {
  /** Doubles hold every whole number up to here. */
  private static final long GREATEST_EXACT = 1L << 53;

  private static final int MOST_TASKS = 1_000_000;
  private static final String ONLY_RACK = "/or-library";

  private final WholeNumbers numbers;
  private final int size;
  private final List<Map<String, Double>> costs;
  private final String[] names;
  private long greatest;

  private OrLibrary(Reader in) throws IOException {
    numbers = new WholeNumbers(in);
    size = (int) numbers.next(1, MOST_TASKS, () -> "the number of tasks");
    costs = new ArrayList<>(size);
    names = new String[size];
    for (int i = 0; i < size; i++) {
      names[i] = Integer.toString(i + 1);
      costs.add(new HashMap<>());
    }
  }

  /**
   * Reads {@code n}, then n rows of n costs: row i has the costs of task i on nodes 1 to n.
   *
   * @throws IllegalArgumentException if the file is malformed, naming the line
   */
  static Instance dense(Reader in) throws IOException {
    OrLibrary file = new OrLibrary(in);
    for (int i = 1; i <= file.size; i++) {
      for (int j = 1; j <= file.size; j++) {
        file.readCost(i, j);
      }
    }
    file.numbers.end(() -> "%d x %<d costs".formatted(file.size));
    return file.instance();
  }

  /**
   * Reads {@code n}, then {@code i j cost} for each pair; of a pair that is listed twice, the
   * cheaper counts.
   *
   * @throws IllegalArgumentException if the file is malformed, naming the line
   */
  static Instance sparse(Reader in) throws IOException {
    OrLibrary file = new OrLibrary(in);
    while (file.numbers.hasNext()) {
      int i = (int) file.numbers.next(1, file.size, () -> "the task of a pair");
      int j = (int) file.numbers.next(1, file.size, () -> "the node of a pair");
      file.readCost(i, j);
    }
    return file.instance();
  }

  private void readCost(int task, int node) throws IOException {
    long cost =
        numbers.next(
            0,
            GREATEST_EXACT / size - 1,
            () -> "the cost of task %d on node %d".formatted(task, node));
    greatest = Math.max(greatest, cost);
    costs.get(task - 1).merge(names[node - 1], (double) cost, Math::min);
  }

  private Instance instance() {
    double forbidden = 1 + (double) size * greatest;
    List<CostProfile> tasks = new ArrayList<>(size);
    List<SlotGroup> nodes = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      tasks.add(new CostProfile(names[i], Map.of(), costs.get(i), Map.of(), forbidden));
      nodes.add(SlotGroup.ofNode(names[i], ONLY_RACK, 1));
    }
    return new Instance(new MatchingProblem(tasks, nodes), forbidden);
  }
}

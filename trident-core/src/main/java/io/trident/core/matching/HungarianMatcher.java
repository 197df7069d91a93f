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
package io.trident.core.matching;

import java.util.Arrays;
import java.util.List;

/**
 * The Hungarian method on the dense cost matrix: the paper's solver (section 2.2), and the
 * independent oracle of {@link TransportationMatcher}, which hosts use.
 *
 * <p>O(min(n, m)<sup>2</sup> max(n, m)) time for {@code n} tasks and {@code m} slots; the matrix
 * has one cell per task and slot group. Stateless and safe for use by several threads.
 */
public final class HungarianMatcher implements Matcher {
  /*
   * Problem. Minimum-cost maximum matching of n tasks and m slots, all n * m pairs allowed. The
   * smaller side are the rows, the larger the columns; every row is to be matched. Slots of one
   * group are separate rows or columns that share one line of the matrix.
   *
   * Method. Shortest augmenting paths after Jonker and Volgenant [1], in the rectangular form of
   * Crouse [2]. Duals u of rows and v of columns keep every reduced cost c - u - v at 0 or above,
   * and at 0 on matched pairs. A row is added by Dijkstra's algorithm over reduced costs from the
   * row to the nearest free column; the duals of what was scanned move by the difference to that
   * distance, which makes the path tight; the matching is flipped along it. It starts from the
   * minima of the rows, each of which is matched at once if its cheapest column is free.
   *
   * Invariants. v <= 0, and v = 0 for free columns: with feasibility and tightness, that is the
   * certificate of a minimum over all maximum matchings (see Certificate).
   *
   * Duals of groups. Slots of one group have equal costs, so the used ones among them have equal
   * duals and the others none greater: the group's dual is the greatest of its slots'.
   *
   * Cost. One Dijkstra per row, each O(rows * columns) with a plain array, which for a dense matrix
   * is better than a heap. Arithmetic is in scaled longs; CostScale excludes overflow.
   *
   * References.
   * [1] R. Jonker, A. Volgenant: A shortest augmenting path algorithm for dense and sparse linear
   *     assignment problems, Computing 38, 325-340, 1987.
   * [2] D. F. Crouse: On implementing 2D rectangular assignment algorithms, IEEE Transactions on
   *     Aerospace and Electronic Systems 52(4), 1679-1696, 2016.
   */

  private static final int NONE = -1;

  @Override
  public Matching match(MatchingProblem problem) {
    CostScale scale = CostScale.of(problem);
    int tasks = problem.tasks().size();
    int[] groupOfSlot = expand(problem.slots(), tasks);
    int slots = groupOfSlot.length;
    int[] taskIndex = new int[tasks];
    Arrays.setAll(taskIndex, i -> i);
    boolean tasksAreRows = tasks <= slots;
    long[][] costs = matrix(problem, scale, tasksAreRows);
    Solver solver =
        tasksAreRows
            ? new Solver(costs, taskIndex, groupOfSlot)
            : new Solver(costs, groupOfSlot, taskIndex);
    solver.solve();

    int[] assignment = new int[tasks];
    Arrays.fill(assignment, NONE);
    long scaledCost = 0;
    for (int row = 0; row < solver.rowLine.length; row++) {
      int column = solver.columnOfRow[row];
      int task = tasksAreRows ? row : column;
      assignment[task] = groupOfSlot[tasksAreRows ? column : row];
      scaledCost += costs[solver.rowLine[row]][solver.columnLine[column]];
    }
    long[] taskDuals = tasksAreRows ? solver.u : solver.v;
    long[] ofSlots = tasksAreRows ? solver.v : solver.u;
    long[] slotDuals = new long[problem.slots().size()];
    Arrays.fill(slotDuals, Long.MIN_VALUE);
    for (int slot = 0; slot < slots; slot++) {
      slotDuals[groupOfSlot[slot]] = Math.max(slotDuals[groupOfSlot[slot]], ofSlots[slot]);
    }
    for (int group = 0; group < slotDuals.length; group++) {
      if (slotDuals[group] == Long.MIN_VALUE) {
        slotDuals[group] = 0; // no slots
      }
    }
    return new Matching(assignment, scaledCost, scale.factor(), taskDuals, slotDuals);
  }

  /** The group of each slot; of a group no more slots than there are tasks. */
  private static int[] expand(List<SlotGroup> groups, int tasks) {
    int[] groupOfSlot = new int[Math.max(16, groups.size())];
    int count = 0;
    for (int group = 0; group < groups.size(); group++) {
      int slots = Math.min(tasks, groups.get(group).slots());
      if (count + slots > groupOfSlot.length) {
        groupOfSlot = Arrays.copyOf(groupOfSlot, Math.max(count + slots, 2 * count));
      }
      Arrays.fill(groupOfSlot, count, count + slots, group);
      count += slots;
    }
    return Arrays.copyOf(groupOfSlot, count);
  }

  private static long[][] matrix(MatchingProblem problem, CostScale scale, boolean tasksAreRows) {
    int tasks = problem.tasks().size();
    int groups = problem.slots().size();
    long[][] costs = tasksAreRows ? new long[tasks][groups] : new long[groups][tasks];
    for (int task = 0; task < tasks; task++) {
      for (int group = 0; group < groups; group++) {
        if (problem.slots().get(group).slots() == 0) {
          continue; // pruned: never looked at
        }
        long cost = scale.scaled(problem.cost(task, group));
        if (tasksAreRows) {
          costs[task][group] = cost;
        } else {
          costs[group][task] = cost;
        }
      }
    }
    return costs;
  }

  /** Matches every row; there are at least as many columns. */
  private static final class Solver {
    private final long[][] costs;

    /** Line of the matrix of each row, and of each column. */
    final int[] rowLine;

    final int[] columnLine;
    final int[] columnOfRow;
    final int[] rowOfColumn;
    final long[] u;
    final long[] v;

    private final long[] shortest;
    private final int[] rowBefore;
    private final int[] remaining;
    private final int[] scannedRows;

    Solver(long[][] costs, int[] rowLine, int[] columnLine) {
      this.costs = costs;
      this.rowLine = rowLine;
      this.columnLine = columnLine;
      columnOfRow = new int[rowLine.length];
      rowOfColumn = new int[columnLine.length];
      u = new long[rowLine.length];
      v = new long[columnLine.length];
      shortest = new long[columnLine.length];
      rowBefore = new int[columnLine.length];
      remaining = new int[columnLine.length];
      scannedRows = new int[rowLine.length];
    }

    void solve() {
      Arrays.fill(columnOfRow, NONE);
      Arrays.fill(rowOfColumn, NONE);
      for (int row = 0; row < rowLine.length; row++) {
        matchCheapest(row);
      }
      for (int row = 0; row < rowLine.length; row++) {
        if (columnOfRow[row] == NONE) {
          addRow(row);
        }
      }
    }

    private void matchCheapest(int row) {
      long[] line = costs[rowLine[row]];
      int cheapest = 0;
      for (int column = 1; column < columnLine.length; column++) {
        long difference = line[columnLine[column]] - line[columnLine[cheapest]];
        if (difference < 0 || (difference == 0 && rowOfColumn[cheapest] != NONE)) {
          cheapest = column;
        }
      }
      u[row] = line[columnLine[cheapest]];
      if (rowOfColumn[cheapest] == NONE) {
        rowOfColumn[cheapest] = row;
        columnOfRow[row] = cheapest;
      }
    }

    private void addRow(int source) {
      int columns = columnLine.length;
      for (int column = 0; column < columns; column++) {
        remaining[column] = column;
        shortest[column] = Long.MAX_VALUE;
      }
      int left = columns;
      int scanned = 0;
      int row = source;
      long distance = 0;
      int sink = NONE;
      while (sink == NONE) {
        scannedRows[scanned++] = row;
        long[] line = costs[rowLine[row]];
        long base = distance - u[row];
        long least = Long.MAX_VALUE;
        int nearest = 0;
        for (int i = 0; i < left; i++) {
          int column = remaining[i];
          long far = base + line[columnLine[column]] - v[column];
          if (far < shortest[column]) {
            shortest[column] = far;
            rowBefore[column] = row;
          }
          if (shortest[column] < least
              || (shortest[column] == least && rowOfColumn[column] == NONE)) {
            least = shortest[column];
            nearest = i;
          }
        }
        distance = least;
        int column = remaining[nearest];
        remaining[nearest] = remaining[--left];
        remaining[left] = column;
        if (rowOfColumn[column] == NONE) {
          sink = column;
        } else {
          row = rowOfColumn[column];
        }
      }
      u[source] += distance;
      for (int i = 1; i < scanned; i++) {
        int other = scannedRows[i];
        u[other] += distance - shortest[columnOfRow[other]];
      }
      for (int i = left; i < columns; i++) {
        int column = remaining[i];
        v[column] -= distance - shortest[column];
      }
      flip(source, sink);
    }

    private void flip(int source, int sink) {
      int column = sink;
      int row;
      do {
        row = rowBefore[column];
        rowOfColumn[column] = row;
        int previous = columnOfRow[row];
        columnOfRow[row] = column;
        column = previous;
      } while (row != source);
    }
  }
}

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
package io.trident.core.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/*
 * A replica saves an exchange only if the other side of a join is partitioned alike, so replicas
 * cannot be chosen table by table. Queries join few tables, and tables have few replicas: all
 * combinations are tried, in the order of the replicas. The first of the cheapest ones is taken, so
 * that of equals the sources are read.
 */
/**
 * Chooses for each table of a query the replica that is read (Pangea, sections 4 and 7): of all
 * combinations the one of least cost, which is that of the bytes read and of those exchanged.
 */
public final class ReplicaChooser {
  /** Most combinations that are tried: those of four tables of three replicas, and some more. */
  public static final int MAX_COMBINATIONS = 256;

  /** Costs are sums in different orders, so those of equals may differ by their rounding. */
  private static final double ROUNDING = 1e-9;

  private ReplicaChooser() {}

  /**
   * A replica of a table.
   *
   * @param scheme how it is partitioned; nothing for a source of no known partitions
   * @param scanSeconds what it costs to read it, by the tiers of its blocks; not negative
   */
  public record Replica(Optional<PartitionScheme> scheme, double scanSeconds) {}

  /**
   * A table of the query.
   *
   * @param replicas the source first
   * @param exchangeSeconds what it costs to exchange its rows; not negative
   */
  public record Table(List<Replica> replicas, double exchangeSeconds) {
    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if it is empty
     */
    public Table {
      replicas = List.copyOf(replicas);
      if (replicas.isEmpty()) {
        throw new IllegalArgumentException("A table has no replica; give its source at least.");
      }
    }
  }

  /**
   * A column of a table by which rows must be together.
   *
   * @param table its number, from 0
   */
  public record Key(int table, String column) {}

  /**
   * An operator that needs rows of equal keys together: a join of two tables, or an aggregation of
   * one.
   *
   * @param keys one for each table, of which equal values belong together
   */
  public record Operator(List<Key> keys) {
    /** Copies the list. */
    public Operator {
      keys = List.copyOf(keys);
    }
  }

  /**
   * What is read.
   *
   * @param replicas the number of a replica for each table
   * @param seconds what it costs
   */
  public record Choice(List<Integer> replicas, double seconds) {}

  /**
   * Chooses. O(combinations x operators).
   *
   * @return nothing if there are more than {@link #MAX_COMBINATIONS}
   */
  public static Optional<Choice> choose(List<Table> tables, List<Operator> operators) {
    long combinations = 1;
    for (Table table : tables) {
      combinations *= table.replicas().size();
      if (combinations > MAX_COMBINATIONS) {
        return Optional.empty();
      }
    }
    int[] chosen = new int[tables.size()];
    Choice best = null;
    do {
      double seconds = seconds(tables, operators, chosen);
      if (best == null || seconds < (1 - ROUNDING) * best.seconds()) {
        best = new Choice(boxed(chosen), seconds);
      }
    } while (isNext(tables, chosen));
    return Optional.of(best);
  }

  /** Steps to the next combination, the last table's replica first. */
  private static boolean isNext(List<Table> tables, int[] chosen) {
    for (int table = chosen.length - 1; table >= 0; table--) {
      if (++chosen[table] < tables.get(table).replicas().size()) {
        return true;
      }
      chosen[table] = 0;
    }
    return false;
  }

  private static double seconds(List<Table> tables, List<Operator> operators, int[] chosen) {
    double seconds = 0;
    for (int table = 0; table < chosen.length; table++) {
      seconds += tables.get(table).replicas().get(chosen[table]).scanSeconds();
    }
    for (Operator operator : operators) {
      if (!isTogether(tables, operator, chosen)) {
        for (Key key : operator.keys()) {
          seconds += tables.get(key.table()).exchangeSeconds();
        }
      }
    }
    return seconds;
  }

  /** Returns whether rows of equal keys are together without an exchange. */
  private static boolean isTogether(List<Table> tables, Operator operator, int[] chosen) {
    List<PartitionScheme> schemes = new ArrayList<>();
    for (Key key : operator.keys()) {
      tables
          .get(key.table())
          .replicas()
          .get(chosen[key.table()])
          .scheme()
          .filter(scheme -> scheme.column().equals(key.column()))
          .ifPresent(schemes::add);
    }
    return schemes.size() == operator.keys().size()
        && schemes.stream().allMatch(one -> schemes.stream().allMatch(one::isAlignedWith));
  }

  private static List<Integer> boxed(int[] numbers) {
    List<Integer> boxed = new ArrayList<>();
    for (int number : numbers) {
      boxed.add(number);
    }
    return List.copyOf(boxed);
  }
}

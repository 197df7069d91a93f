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
package io.trident.benchmarks;

import io.trident.core.matching.HungarianMatcher;
import io.trident.core.matching.Matcher;
import io.trident.core.matching.MatchingProblem;
import io.trident.core.matching.PrunedMatcher;
import io.trident.core.matching.TransportationMatcher;
import java.io.IOException;
import java.util.List;

/** The solvers that are compared. */
public enum Solver {
  /**
   * The product's sparse solver; from the problem to the matching with its duals. One matcher
   * solves the problems in turn, so that it keeps its memory but has nothing to go on from.
   */
  TRANSPORTATION {
    @Override
    Solve prepare(List<MatchingProblem> problems) {
      return matching(new TransportationMatcher(), problems);
    }
  },
  /** The dense Jonker-Volgenant solver; from the problem to the matching with its duals. */
  HUNGARIAN {
    @Override
    Solve prepare(List<MatchingProblem> problems) {
      return matching(new HungarianMatcher(), problems);
    }
  },
  /** The paper's combination: pruning as published, then the dense solver. Not always exact. */
  PUBLISHED {
    @Override
    Solve prepare(List<MatchingProblem> problems) {
      return matching(PrunedMatcher.published(new HungarianMatcher(), REPLICATION), problems);
    }

    @Override
    boolean isExact() {
      return false;
    }
  },
  /** OR-tools' LinearSumAssignment through JNI: adding the arcs of a given matrix, and solving. */
  OR_TOOLS {
    @Override
    Solve prepare(List<MatchingProblem> problems) {
      return new OrToolsSolve(problems.get(0));
    }
  },
  /** JGraphT's Kuhn-Munkres on a given complete graph: solving. */
  JGRAPHT {
    @Override
    Solve prepare(List<MatchingProblem> problems) {
      return new JGraphTSolve(problems.get(0));
    }
  },
  /** SciPy's linear_sum_assignment (C++) in a Python process that has the matrix: solving. */
  SCIPY {
    @Override
    Solve prepare(List<MatchingProblem> problems) throws IOException {
      return new SciPySolve(problems.get(0));
    }
  };

  private static final int REPLICATION = 3;

  /** Problems as their solver wants them, ready to be solved again and again. */
  interface Solve extends AutoCloseable {
    /** Solves the next problem; returns the least cost. */
    double solve() throws IOException;

    @Override
    default void close() throws IOException {}
  }

  /**
   * Prepares problems to be solved in turn, beginning with the first; solvers that keep nothing
   * between calls may stay with the first.
   */
  abstract Solve prepare(List<MatchingProblem> problems) throws IOException;

  /** Returns whether the solver always finds the least cost. */
  boolean isExact() {
    return true;
  }

  private static Solve matching(Matcher matcher, List<MatchingProblem> problems) {
    return new Solve() {
      private int next;

      @Override
      public double solve() {
        double cost = matcher.match(problems.get(next)).cost();
        next = (next + 1) % problems.size();
        return cost;
      }
    };
  }
}

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

/** The solvers that are compared. */
public enum Solver {
  /** The product's sparse solver; from the problem to the matching with its duals. */
  TRANSPORTATION {
    @Override
    Solve prepare(MatchingProblem problem) {
      return matching(new TransportationMatcher(), problem);
    }
  },
  /** The dense Jonker-Volgenant solver; from the problem to the matching with its duals. */
  HUNGARIAN {
    @Override
    Solve prepare(MatchingProblem problem) {
      return matching(new HungarianMatcher(), problem);
    }
  },
  /** The paper's combination: pruning as published, then the dense solver. Not always exact. */
  PUBLISHED {
    @Override
    Solve prepare(MatchingProblem problem) {
      return matching(PrunedMatcher.published(new HungarianMatcher(), REPLICATION), problem);
    }

    @Override
    boolean isExact() {
      return false;
    }
  },
  /** OR-tools' LinearSumAssignment through JNI: adding the arcs of a given matrix, and solving. */
  OR_TOOLS {
    @Override
    Solve prepare(MatchingProblem problem) {
      return new OrToolsSolve(problem);
    }
  },
  /** JGraphT's Kuhn-Munkres on a given complete graph: solving. */
  JGRAPHT {
    @Override
    Solve prepare(MatchingProblem problem) {
      return new JGraphTSolve(problem);
    }
  },
  /** SciPy's linear_sum_assignment (C++) in a Python process that has the matrix: solving. */
  SCIPY {
    @Override
    Solve prepare(MatchingProblem problem) throws IOException {
      return new SciPySolve(problem);
    }
  };

  private static final int REPLICATION = 3;

  /** A problem as its solver wants it, ready to be solved again and again. */
  interface Solve extends AutoCloseable {
    /** Solves; returns the least cost. */
    double solve() throws IOException;

    @Override
    default void close() throws IOException {}
  }

  abstract Solve prepare(MatchingProblem problem) throws IOException;

  /** Returns whether the solver always finds the least cost. */
  boolean isExact() {
    return true;
  }

  private static Solve matching(Matcher matcher, MatchingProblem problem) {
    return () -> matcher.match(problem).cost();
  }
}

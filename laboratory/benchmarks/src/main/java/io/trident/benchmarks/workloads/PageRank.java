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
package io.trident.benchmarks.workloads;

import io.trident.benchmarks.workloads.data.Dataset;
import io.trident.benchmarks.workloads.data.Links;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * PageRank by power iteration: {@value #ITERATIONS} iterations from equal ranks, damping {@value
 * #DAMPING}; ranks sum to 1. A line of the result: {@code page TAB rank}.
 */
public final class PageRank implements Workload {
  /** Number of iterations. */
  public static final int ITERATIONS = 3;

  /** The probability to follow a link. */
  public static final double DAMPING = 0.85;

  private static final double TOLERANCE = 1e-9;

  private final Links links;
  private final int pages;

  PageRank(InputSpec spec) {
    pages = spec.count();
    links = new Links(pages, spec.seed(), spec.parts());
  }

  @Override
  public List<Dataset<?>> inputs() {
    return List.of(links);
  }

  @Override
  public void verify(ResultFiles result) throws IOException {
    double[] expected = ranks();
    boolean[] seen = new boolean[pages];
    int[] count = {0};
    result.forEach(
        line -> {
          String[] fields = ResultFiles.fields(line, 2);
          long page = Generated.whole(fields[0]);
          if (page < 0 || page >= pages || seen[(int) page]) {
            throw new WrongResultException("Page %d is one too many".formatted(page));
          }
          seen[(int) page] = true;
          count[0]++;
          double rank = expected[(int) page];
          if (Math.abs(ResultFiles.number(fields[1]) - rank) > TOLERANCE * rank) {
            throw new WrongResultException(
                "Page %d has rank %s, not %s".formatted(page, fields[1], rank));
          }
        });
    if (count[0] != pages) {
      throw new WrongResultException("%d pages of %d".formatted(count[0], pages));
    }
  }

  /** Returns the ranks, from the generated links. */
  double[] ranks() {
    double[] ranks = new double[pages];
    Arrays.fill(ranks, 1.0 / pages);
    for (int i = 0; i < ITERATIONS; i++) {
      double[] from = ranks;
      double[] to = new double[pages];
      Arrays.fill(to, (1 - DAMPING) / pages);
      links.generateAll(
          page -> {
            double share = DAMPING * from[page.number()] / page.targets().length;
            for (int target : page.targets()) {
              to[target] += share;
            }
          });
      ranks = to;
    }
    return ranks;
  }
}

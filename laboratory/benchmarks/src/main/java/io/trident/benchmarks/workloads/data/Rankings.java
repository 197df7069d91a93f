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
package io.trident.benchmarks.workloads.data;

import java.util.function.Consumer;
import org.apache.commons.math3.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code rankings} that goes with {@link UserVisits}: a page's rank is the number of
 * links to it, {@link Links} of them per page; pages without any are left out.
 */
public final class Rankings extends Dataset<Rankings.Ranking> {
  private static final int LONGEST = 99;

  /**
   * A page; its line is {@code page,rank,duration}.
   *
   * @param rank number of links to it, at least 1
   * @param duration average duration of a visit, 1 to 99
   */
  public record Ranking(String page, int rank, int duration) {}

  private final Links links;
  private final int pages;
  private int @Nullable [] inLinks;

  /** Describes the ranking of pages. */
  public Rankings(int pages, long seed, int parts) {
    super("rankings", seed, parts);
    this.pages = pages;
    links = new Links(pages, seed, parts);
  }

  @Override
  public void generate(int part, Consumer<? super Ranking> sink) {
    int[] ranks = inLinks();
    RandomGenerator random = random(part);
    for (int i = (int) first(part, pages); i < first(part + 1, pages); i++) {
      int duration = 1 + random.nextInt(LONGEST);
      if (ranks[i] > 0) {
        sink.accept(new Ranking(Urls.of(i), ranks[i], duration));
      }
    }
  }

  @Override
  public String line(Ranking ranking) {
    return ranking.page() + ',' + ranking.rank() + ',' + ranking.duration();
  }

  /** Counted once, whichever part is written first. */
  private synchronized int[] inLinks() {
    int[] counts = inLinks;
    if (counts == null) {
      int[] counting = new int[pages];
      links.generateAll(
          page -> {
            for (int target : page.targets()) {
              counting[target]++;
            }
          });
      counts = counting;
      inLinks = counts;
    }
    return counts;
  }
}

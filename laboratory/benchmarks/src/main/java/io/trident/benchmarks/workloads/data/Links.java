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

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.commons.math3.distribution.ZipfDistribution;
import org.apache.commons.math3.random.RandomGenerator;

/**
 * A web of pages: a page of 800 words of which 5 % are links has about 40, to pages whose
 * popularity is Zipf with exponent 0.5. Every page has one link at least.
 */
public final class Links extends Dataset<Links.Page> {
  private static final double MEAN = 40;
  private static final double DEVIATION = 4;
  private static final double EXPONENT = 0.5;

  /**
   * A page; its line is {@code number TAB targets}, separated by spaces.
   *
   * @param number from 0
   * @param targets the pages that it links to; a page may be named more than once
   */
  public record Page(int number, int[] targets) {}

  private final int pages;

  /** Describes a web of so many pages, at least 1. */
  public Links(int pages, long seed, int parts) {
    super("links", seed, parts);
    if (pages < 1) {
      throw new IllegalArgumentException("A web has at least 1 page, not " + pages);
    }
    this.pages = pages;
  }

  @Override
  public void generate(int part, Consumer<? super Page> sink) {
    RandomGenerator random = random(part);
    ZipfDistribution popularity = new ZipfDistribution(random, pages, EXPONENT);
    for (int i = (int) first(part, pages); i < first(part + 1, pages); i++) {
      int[] targets =
          new int[(int) Math.max(1, Math.round(MEAN + DEVIATION * random.nextGaussian()))];
      for (int j = 0; j < targets.length; j++) {
        targets[j] = popularity.sample() - 1;
      }
      sink.accept(new Page(i, targets));
    }
  }

  @Override
  public String line(Page page) {
    return page.number()
        + "\t"
        + Arrays.stream(page.targets())
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(" "));
  }
}

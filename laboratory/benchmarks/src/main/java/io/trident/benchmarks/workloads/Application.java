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

import io.trident.core.text.EnumNames;

/**
 * The paper's eight applications of HiBench, with HiBench 7.1's sizes, except for NutchIndex: its
 * 10^9 and 10^10 pages are 5 and 50 TB; here its sizes are the paper's "about 200 MB, 1.5 GB and 10
 * GB".
 */
public enum Application {
  TERASORT("rows", 3_200_000, 32_000_000, 320_000_000),
  WORDCOUNT("bytes", 320_000_000, 3_200_000_000L, 32_000_000_000L),
  AGGREGATION("visits", 100_000, 1_000_000, 10_000_000),
  JOIN("visits", 100_000, 1_000_000, 10_000_000),
  BAYES("documents", 30_000, 100_000, 500_000),
  KMEANS("samples", 3_000_000, 20_000_000, 100_000_000),
  PAGERANK("pages", 5_000, 500_000, 5_000_000),
  NUTCHINDEX("pages", 33_000, 250_000, 1_700_000);

  private final String unit;
  private final long small;
  private final long large;
  private final long huge;

  Application(String unit, long small, long large, long huge) {
    this.unit = unit;
    this.small = small;
    this.large = large;
    this.huge = huge;
  }

  /** Returns the name used on the command line and in directories. */
  public String label() {
    return EnumNames.dashed(this);
  }

  /** Returns what its amounts count. */
  public String unit() {
    return unit;
  }

  /** Returns how much input a profile means, in {@link #unit}s. */
  public long amount(Profile profile) {
    return switch (profile) {
      case SMALL -> small;
      case LARGE -> large;
      case HUGE -> huge;
    };
  }

  /** Returns the application on data of an amount. */
  public Workload on(InputSpec spec) {
    return switch (this) {
      case TERASORT -> new TeraSort(spec);
      case WORDCOUNT -> new WordCount(spec);
      case AGGREGATION -> new Aggregation(spec);
      case JOIN -> new Join(spec);
      case BAYES -> new Bayes(spec);
      case KMEANS -> new KMeans(spec);
      case PAGERANK -> new PageRank(spec);
      case NUTCHINDEX -> new NutchIndex(spec);
    };
  }
}

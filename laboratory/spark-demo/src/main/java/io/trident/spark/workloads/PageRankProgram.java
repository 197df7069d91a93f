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
package io.trident.spark.workloads;

import io.trident.benchmarks.workloads.PageRank;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/** Power iteration by joins of links and ranks, which are partitioned alike, with cached links. */
final class PageRankProgram implements SparkProgram {
  @Override
  public JavaRDD<String> result(SparkInput input) throws IOException {
    long pages = input.directory().spec().amount();
    JavaRDD<String> lines = input.text("links");
    HashPartitioner byPage = new HashPartitioner(lines.getNumPartitions());
    JavaPairRDD<Integer, int[]> links =
        lines
            .mapToPair(PageRankProgram::page)
            .partitionBy(byPage)
            .persist(StorageLevel.MEMORY_AND_DISK());
    JavaPairRDD<Integer, Double> ranks = links.mapValues(targets -> 1.0 / pages);
    for (int i = 0; i < PageRank.ITERATIONS; i++) {
      ranks =
          links
              .join(ranks)
              .flatMapToPair(page -> shares(page._1(), page._2()._1(), page._2()._2()).iterator())
              .reduceByKey(byPage, Double::sum)
              .mapValues(shares -> (1 - PageRank.DAMPING) / pages + PageRank.DAMPING * shares);
    }
    return ranks.map(rank -> rank._1() + "\t" + rank._2());
  }

  private static Tuple2<Integer, int[]> page(String line) {
    int tab = line.indexOf('\t');
    int[] targets =
        Arrays.stream(line.substring(tab + 1).split(" ")).mapToInt(Integer::parseInt).toArray();
    return new Tuple2<>(Integer.valueOf(line.substring(0, tab)), targets);
  }

  /** Returns what a page gives to its targets, and nothing to itself, so that no page is lost. */
  private static List<Tuple2<Integer, Double>> shares(int page, int[] targets, double rank) {
    List<Tuple2<Integer, Double>> shares = new ArrayList<>(targets.length + 1);
    shares.add(new Tuple2<>(page, 0.0));
    double share = rank / targets.length;
    for (int target : targets) {
      shares.add(new Tuple2<>(target, share));
    }
    return shares;
  }
}

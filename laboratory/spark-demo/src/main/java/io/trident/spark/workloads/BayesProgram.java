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

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/** Counts n-grams by class. */
final class BayesProgram implements SparkProgram {
  @Override
  public JavaRDD<String> result(SparkInput input) {
    return input
        .text("documents")
        .flatMap(document -> labelled(document).iterator())
        .mapToPair(ngram -> new Tuple2<>(ngram, 1L))
        .reduceByKey(Long::sum)
        .map(count -> count._1() + '\t' + count._2());
  }

  /** Returns {@code class TAB n-gram} for the empty n-gram, each word, and each pair of words. */
  private static List<String> labelled(String document) {
    int tab = document.indexOf('\t');
    String label = document.substring(0, tab + 1);
    String[] words = document.substring(tab + 1).split(" ");
    List<String> ngrams = new ArrayList<>(2 * words.length);
    ngrams.add(label);
    for (int i = 0; i < words.length; i++) {
      ngrams.add(label + words[i]);
      if (i > 0) {
        ngrams.add(label + words[i - 1] + ' ' + words[i]);
      }
    }
    return ngrams;
  }
}

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
import io.trident.benchmarks.workloads.data.Documents;
import java.io.IOException;
import java.util.List;

/**
 * Trains a naive Bayes classifier of 100 classes: how often each word, and each pair of words that
 * follow each other, occurs in the documents of a class. A line of the result: {@code class TAB
 * n-gram TAB count}; the words of a pair are separated by a space. The number of documents of a
 * class is the count of its empty n-gram.
 */
final class Bayes implements Workload {
  private static final int CLASSES = 100;
  private static final int NGRAMS_PER_DOCUMENT = 1_000;

  private final InputSpec spec;
  private final Documents documents;

  Bayes(InputSpec spec) {
    this.spec = spec;
    documents = Documents.ofClasses(spec.amount(), CLASSES, spec.seed(), spec.parts());
  }

  @Override
  public List<Dataset<?>> inputs() {
    return List.of(documents);
  }

  @Override
  public void verify(ResultFiles result) throws IOException {
    Generated.verifySums(
        spec.amount() * NGRAMS_PER_DOCUMENT,
        documents,
        (document, sink) -> {
          sink.add(document.label() + '\t', 1);
          String previous = null;
          for (String word : document.words()) {
            sink.add(document.label() + '\t' + word, 1);
            if (previous != null) {
              sink.add(document.label() + '\t' + previous + ' ' + word, 1);
            }
            previous = word;
          }
        },
        result,
        (line, sink) -> {
          String[] fields = ResultFiles.fields(line, 3);
          sink.add(fields[0] + '\t' + fields[1], Generated.whole(fields[2]));
        });
  }
}

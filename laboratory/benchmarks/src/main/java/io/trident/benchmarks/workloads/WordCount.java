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
import io.trident.benchmarks.workloads.data.TextLines;
import java.io.IOException;
import java.util.List;

/** Counts words. A line of the result: {@code word TAB count}. */
final class WordCount implements Workload {
  private static final int BYTES_PER_WORD = 8;

  private final InputSpec spec;
  private final TextLines text;

  WordCount(InputSpec spec) {
    this.spec = spec;
    text = new TextLines(spec.amount(), spec.seed(), spec.parts());
  }

  @Override
  public List<Dataset<?>> inputs() {
    return List.of(text);
  }

  @Override
  public void verify(ResultFiles result) throws IOException {
    Generated.verifySums(
        spec.amount() / BYTES_PER_WORD / 10,
        text,
        (words, sink) -> {
          for (String word : words) {
            sink.add(word, 1);
          }
        },
        result,
        (line, sink) -> {
          String[] fields = ResultFiles.fields(line, 2);
          sink.add(fields[0], Generated.whole(fields[1]));
        });
  }
}

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
 * An inverted index of pages. A line of the result: {@code word TAB postings}, separated by spaces;
 * a posting is {@code address=occurrences}, in the order of addresses.
 */
final class NutchIndex implements Workload {
  private static final int WORDS_PER_PAGE = 800;

  private final InputSpec spec;
  private final Documents pages;

  NutchIndex(InputSpec spec) {
    this.spec = spec;
    pages = Documents.pages(spec.amount(), spec.seed(), spec.parts());
  }

  @Override
  public List<Dataset<?>> inputs() {
    return List.of(pages);
  }

  @Override
  public void verify(ResultFiles result) throws IOException {
    Generated.verifySums(
        spec.amount() * WORDS_PER_PAGE,
        pages,
        (page, sink) -> {
          for (String word : page.words()) {
            sink.add(word + '\t' + page.label(), 1);
          }
        },
        result,
        (line, sink) -> {
          String[] fields = ResultFiles.fields(line, 2);
          String last = "";
          for (String posting : fields[1].split(" ")) {
            int equals = posting.lastIndexOf('=');
            if (equals < 0) {
              throw new WrongResultException("No posting: '%s'".formatted(posting));
            }
            String address = posting.substring(0, equals);
            if (address.compareTo(last) <= 0) {
              throw new WrongResultException(
                  "%s: %s comes after %s".formatted(fields[0], address, last));
            }
            last = address;
            sink.add(fields[0] + '\t' + address, Generated.whole(posting.substring(equals + 1)));
          }
        });
  }
}

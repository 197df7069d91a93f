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

import io.trident.benchmarks.workloads.SumsByKey.TermSink;
import io.trident.benchmarks.workloads.data.Dataset;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Computations over generated records that may fail, and comparisons with results. */
final class Generated {
  private Generated() {}

  /** Takes a record, and adds what it contributes. */
  interface Contribution<R> {
    void of(R item, TermSink sink) throws IOException;
  }

  /**
   * Compares sums over generated records with the sums that a result lists.
   *
   * @param keys about how many keys there are, at most
   */
  static <R> void verifySums(
      long keys,
      Dataset<R> data,
      Contribution<R> expected,
      ResultFiles result,
      Contribution<String> actual)
      throws IOException {
    SumsByKey.ofTerms(keys)
        .compare(
            sink -> forEach(data, item -> expected.of(item, sink)),
            sink -> result.forEach(line -> actual.of(line, sink)));
  }

  /** Takes a record. */
  interface Sink<R> {
    void accept(R item) throws IOException;
  }

  /** Hands all records to a sink that may fail. */
  static <R> void forEach(Dataset<R> data, Sink<R> sink) throws IOException {
    try {
      data.generateAll(
          item -> {
            try {
              sink.accept(item);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Reads a whole number of a result. */
  static long whole(String text) throws WrongResultException {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new WrongResultException("Not a whole number: '%s'".formatted(text));
    }
  }
}

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

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Text of frequent and rare words: what WordCount counts. A record is the words of a line. */
public final class TextLines extends Dataset<List<String>> {
  private static final int WORDS = 12;

  private final long bytes;

  /** Describes text of about a number of bytes: each part ends with the line that reaches it. */
  public TextLines(long bytes, long seed, int parts) {
    super("text", seed, parts);
    this.bytes = bytes;
  }

  @Override
  public void generate(int part, Consumer<? super List<String>> sink) {
    Vocabulary vocabulary = new Vocabulary(random(part));
    long left = first(part + 1, bytes) - first(part, bytes);
    while (left > 0) {
      List<String> words = new ArrayList<>(WORDS);
      for (int i = 0; i < WORDS; i++) {
        String word = vocabulary.next();
        words.add(word);
        left -= word.length() + 1;
      }
      sink.accept(words);
    }
  }

  @Override
  public String line(List<String> words) {
    return String.join(" ", words);
  }
}

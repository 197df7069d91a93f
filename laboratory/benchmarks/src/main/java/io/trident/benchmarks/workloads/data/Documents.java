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
import org.apache.commons.math3.random.RandomGenerator;

/**
 * Documents of words with a label: the class of a document for Bayes, the address of a page for an
 * index. Lengths are Gaussian, with HiBench's "variance" of 80 taken for the deviation.
 */
public final class Documents extends Dataset<Documents.Document> {
  private static final double DEVIATION = 80;
  private static final int MEAN_OF_PAGES = 800;
  private static final int MEAN_OF_CLASSES = 500;

  /**
   * A document; its line is {@code label TAB words}.
   *
   * @param label without white space
   * @param words at least one
   */
  public record Document(String label, List<String> words) {}

  /** Names the label of a document by its number. */
  private interface Label {
    String of(long document, RandomGenerator random);
  }

  private final long count;
  private final int meanWords;
  private final Label label;

  private Documents(String name, long count, int meanWords, Label label, long seed, int parts) {
    super(name, seed, parts);
    this.count = count;
    this.meanWords = meanWords;
    this.label = label;
  }

  /** Describes documents of about 500 words, each of one of so many classes. */
  public static Documents ofClasses(long count, int classes, long seed, int parts) {
    return new Documents(
        "documents",
        count,
        MEAN_OF_CLASSES,
        (document, random) -> "class" + random.nextInt(classes),
        seed,
        parts);
  }

  /** Describes pages of about 800 words, each with an address of its own. */
  public static Documents pages(long count, long seed, int parts) {
    return new Documents(
        "pages", count, MEAN_OF_PAGES, (document, random) -> Urls.of(document), seed, parts);
  }

  @Override
  public void generate(int part, Consumer<? super Document> sink) {
    RandomGenerator random = random(part);
    Vocabulary vocabulary = new Vocabulary(random);
    for (long i = first(part, count); i < first(part + 1, count); i++) {
      String name = label.of(i, random);
      int length = (int) Math.max(1, Math.round(meanWords + DEVIATION * random.nextGaussian()));
      List<String> words = new ArrayList<>(length);
      for (int j = 0; j < length; j++) {
        words.add(vocabulary.next());
      }
      sink.accept(new Document(name, words));
    }
  }

  @Override
  public String line(Document document) {
    return document.label() + '\t' + String.join(" ", document.words());
  }
}

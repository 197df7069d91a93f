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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for all data sets. */
class DatasetTest {
  private static final int AMOUNT = 60;
  private static final int PARTS = 3;

  private enum Kind {
    TEXT,
    DOCUMENTS,
    PAGES,
    LINKS,
    SAMPLES,
    CENTRES,
    RANKINGS,
    ROWS,
    VISITS;

    Dataset<?> of(long seed, int parts) {
      return switch (this) {
        case TEXT -> new TextLines(AMOUNT * 100, seed, parts);
        case DOCUMENTS -> Documents.ofClasses(AMOUNT, 100, seed, parts);
        case PAGES -> Documents.pages(AMOUNT, seed, parts);
        case LINKS -> new Links(AMOUNT, seed, parts);
        case SAMPLES -> Points.samples(AMOUNT, seed, parts);
        case CENTRES -> Points.start(AMOUNT, seed);
        case RANKINGS -> new Rankings(AMOUNT, seed, parts);
        case ROWS -> new SortRecords(AMOUNT, seed, parts);
        case VISITS -> new UserVisits(AMOUNT, AMOUNT / 8, seed, parts);
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSeedGivesTheSameAndAnotherSeedOther(Kind kind) {
    assertThat(texts(kind.of(7, PARTS))).isEqualTo(texts(kind.of(7, PARTS)));
    assertThat(texts(kind.of(7, PARTS))).isNotEqualTo(texts(kind.of(8, PARTS)));
    assertThat(texts(kind.of(7, PARTS))).isNotEqualTo(texts(kind.of(7L << 32, PARTS)));
  }

  @ParameterizedTest
  @EnumSource
  void aPartDoesNotDependOnTheOthers(Kind kind) {
    Dataset<?> forwards = kind.of(7, PARTS);
    Dataset<?> backwards = kind.of(7, PARTS);
    List<String> reversed = new ArrayList<>();
    for (int part = backwards.parts() - 1; part >= 0; part--) {
      reversed.add(text(backwards, part));
    }
    Collections.reverse(reversed);

    assertThat(reversed).isEqualTo(texts(forwards)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void threadsMayWritePartsAtOnce(Kind kind) {
    Dataset<?> shared = kind.of(7, 16);

    assertThat(IntStream.range(0, shared.parts()).parallel().mapToObj(part -> text(shared, part)))
        .isEqualTo(texts(kind.of(7, 16)));
  }

  @ParameterizedTest
  @EnumSource
  void generatesWhatItWrites(Kind kind) {
    assertThat(generated(kind.of(7, PARTS))).isEqualTo(String.join("", texts(kind.of(7, PARTS))));
  }

  @ParameterizedTest
  @EnumSource(names = {"DOCUMENTS", "PAGES", "LINKS", "SAMPLES", "ROWS", "VISITS"})
  void partsHaveTheWholeAmountAndAreEqualButForOne(Kind kind) {
    for (int parts : new int[] {1, 7, 64}) {
      List<Long> counts = texts(kind.of(7, parts)).stream().map(DatasetTest::lines).toList();
      assertThat(counts).hasSize(parts);
      assertThat(counts.stream().mapToLong(Long::longValue).sum()).isEqualTo(AMOUNT);
      assertThat(Collections.max(counts) - Collections.min(counts)).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void dataSetsOfTheSameSeedDiffer() {
    assertThat(Stream.of(Kind.values()).map(kind -> kind.of(7, 1).name()))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[a-z]+"));
  }

  @Test
  void aFailureToWriteIsHandedOn() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("full");
          }
        };

    assertThatThrownBy(() -> Kind.ROWS.of(7, 1).write(0, full))
        .isInstanceOf(IOException.class)
        .hasMessage("full");
  }

  @Test
  void noPartsAndNoPagesAreNamed() {
    assertThatThrownBy(() -> new SortRecords(1, 1, 0)).hasMessage("Parts must be at least 1: 0");
    assertThatThrownBy(() -> new Links(0, 1, 1)).hasMessage("A web has at least 1 page, not 0");
  }

  private static long lines(String text) {
    return text.chars().filter(c -> c == '\n').count();
  }

  private static <R> String generated(Dataset<R> data) {
    StringBuilder text = new StringBuilder();
    data.generateAll(item -> text.append(data.line(item)).append('\n'));
    return text.toString();
  }

  private static List<String> texts(Dataset<?> data) {
    return IntStream.range(0, data.parts()).mapToObj(part -> text(data, part)).toList();
  }

  private static String text(Dataset<?> data, int part) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      data.write(part, bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toString(StandardCharsets.US_ASCII);
  }
}

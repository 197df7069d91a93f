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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Results that were computed by other means are accepted, and no others. */
@Tag("slow")
class WorkloadTest {
  @TempDir private java.nio.file.Path root = java.nio.file.Path.of("");

  private FileSystem files = new RawLocalFileSystem();

  @BeforeEach
  void local() throws IOException {
    files = FileSystem.getLocal(new Configuration(false));
  }

  @ParameterizedTest
  @EnumSource
  void acceptsTheRightResultInOneFileOrSeveral(Application application) throws IOException {
    List<String> right = rightResult(application);

    assertThat(right.size()).isGreaterThan(4);
    verify(application, right);
    int half = right.size() / 2;
    verify(application, right.subList(0, half), right.subList(half, right.size()));
  }

  @ParameterizedTest
  @EnumSource
  void aMissingLineIsFound(Application application) throws IOException {
    List<String> right = rightResult(application);
    for (int line : new int[] {0, right.size() / 2, right.size() - 1}) {
      List<String> lines = new ArrayList<>(right);
      lines.remove(line);
      assertWrong(application, lines);
    }
    assertWrong(application, List.of());
  }

  @ParameterizedTest
  @EnumSource
  void aDuplicatedLineIsFound(Application application) throws IOException {
    List<String> right = rightResult(application);
    for (int line : new int[] {0, right.size() / 2, right.size() - 1}) {
      List<String> lines = new ArrayList<>(right);
      lines.add(line, right.get(line));
      assertWrong(application, lines);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLineInPlaceOfAnotherIsFound(Application application) throws IOException {
    List<String> lines = new ArrayList<>(rightResult(application));
    lines.set(2, lines.get(1));

    assertWrong(application, lines);
  }

  @ParameterizedTest
  @EnumSource
  void aWrongValueIsFound(Application application) throws IOException {
    List<String> right = rightResult(application);
    for (int line : new int[] {0, right.size() / 2, right.size() - 1}) {
      List<String> lines = new ArrayList<>(right);
      lines.set(line, withOtherValue(application, right.get(line)));
      assertWrong(application, lines);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aKeyThatIsNotInTheInputIsFound(Application application) throws IOException {
    List<String> lines = new ArrayList<>(rightResult(application));
    String last = lines.get(lines.size() - 1);
    char other = last.charAt(0) == '~' ? '}' : '~';
    lines.set(lines.size() - 1, other + last.substring(1));
    assertWrong(application, lines);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"TERASORT"})
  void whatIsNoResultIsFound(Application application) throws IOException {
    List<String> right = rightResult(application);
    for (String line : List.of("", "x", "0\t", "0\tNaN", "0\tInfinity", "0\t1\t2\t3")) {
      List<String> lines = new ArrayList<>(right);
      lines.set(0, line);
      assertWrong(application, lines);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"JOIN", "PAGERANK"})
  void aNumberThatIsNoneIsFound(Application application) throws IOException {
    List<String> lines = new ArrayList<>(rightResult(application));
    String[] fields = lines.get(0).split("\t");
    fields[1] = "NaN";
    lines.set(0, String.join("\t", fields));
    assertWrong(application, lines);
  }

  @ParameterizedTest
  @EnumSource(names = {"TERASORT", "JOIN"})
  void wrongOrderIsFound(Application application) throws IOException {
    List<String> right = rightResult(application);
    List<String> swapped = new ArrayList<>(right);
    Collections.swap(swapped, 1, 2);

    assertWrong(application, swapped);
    int half = right.size() / 2;
    assertThatThrownBy(
            () -> verify(application, right.subList(half, right.size()), right.subList(0, half)))
        .isInstanceOf(WrongResultException.class)
        .hasMessageContaining("comes after");
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"TERASORT", "JOIN"})
  void theOthersMayBeInAnyOrder(Application application) throws IOException {
    List<String> lines = new ArrayList<>(rightResult(application));
    Collections.reverse(lines);

    assertThatCode(() -> verify(application, lines)).doesNotThrowAnyException();
  }

  @Test
  void postingsMustBeInOrder() throws IOException {
    List<String> lines = new ArrayList<>(rightResult(Application.NUTCHINDEX));
    for (int i = 0; i < lines.size(); i++) {
      String[] wordAndPostings = lines.get(i).split("\t");
      List<String> postings = Arrays.asList(wordAndPostings[1].split(" "));
      if (postings.size() > 1) {
        Collections.swap(postings, 0, 1);
        lines.set(i, wordAndPostings[0] + '\t' + String.join(" ", postings));
        break;
      }
    }

    assertThatThrownBy(() -> verify(Application.NUTCHINDEX, lines))
        .isInstanceOf(WrongResultException.class)
        .hasMessageContaining("comes after");
  }

  @ParameterizedTest
  @EnumSource
  void theResultOfAnotherSeedIsWrong(Application application) throws IOException {
    List<String> other = rightResult(application);

    InputSpec spec = new InputSpec(directory(application).spec().amount(), 8, 3);
    write("other", List.of(other));
    assertThatThrownBy(() -> application.on(spec).verify(new ResultFiles(files, path("other"))))
        .isInstanceOf(WrongResultException.class);
  }

  @ParameterizedTest
  @EnumSource
  void noResultIsNoWrongResult(Application application) throws IOException {
    rightResult(application);
    assertThatThrownBy(() -> verify(application)).isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void ranksSumToOne() {
    double[] ranks = new PageRank(Tiny.spec(Application.PAGERANK)).ranks();

    assertThat(Arrays.stream(ranks).sum()).isCloseTo(1, within(1e-12));
    assertThat(Arrays.stream(ranks).min().orElseThrow()).isGreaterThan(0);
  }

  /** Changes the last number of a line, by more than rounding. */
  private static String withOtherValue(Application application, String line) {
    return switch (application) {
      case TERASORT -> line.substring(0, line.length() - 1) + '!';
      case NUTCHINDEX, WORDCOUNT, BAYES -> line + '0';
      case AGGREGATION, JOIN ->
          line.substring(0, line.length() - 1) + (line.endsWith("0") ? '1' : '0');
      case KMEANS -> {
        int space = line.lastIndexOf(' ') + 1;
        yield line.substring(0, space) + (Double.parseDouble(line.substring(space)) + 0.01);
      }
      case PAGERANK -> {
        int tab = line.indexOf('\t') + 1;
        yield line.substring(0, tab) + Double.parseDouble(line.substring(tab)) * (1 + 1e-8);
      }
    };
  }

  private void assertWrong(Application application, List<String> lines) {
    assertThatThrownBy(() -> verify(application, lines)).isInstanceOf(WrongResultException.class);
  }

  private List<String> rightResult(Application application) throws IOException {
    new InputWriter(2).write(directory(application), Tiny.spec(application), (part, of) -> {});
    return new NaiveResults(directory(application)).lines();
  }

  @SafeVarargs
  private void verify(Application application, List<String>... parts) throws IOException {
    write("result", List.of(parts));
    WorkloadDirectory directory = directory(application);
    application.on(directory.spec()).verify(new ResultFiles(files, path("result")));
  }

  private void write(String name, List<List<String>> parts) throws IOException {
    files.delete(path(name), true);
    files.mkdirs(path(name));
    for (int i = 0; i < parts.size(); i++) {
      try (OutputStream out = files.create(new Path(path(name), "part-r-0000" + i))) {
        for (String line : parts.get(i)) {
          out.write((line + '\n').getBytes(StandardCharsets.UTF_8));
        }
      }
    }
  }

  private WorkloadDirectory directory(Application application) {
    return new WorkloadDirectory(files, path("data"), application);
  }

  private Path path(String name) {
    return new Path(root.resolve(name).toUri());
  }
}

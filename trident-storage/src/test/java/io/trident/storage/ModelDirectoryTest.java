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
package io.trident.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.feedback.JobRun;
import io.trident.core.prefetch.feedback.TaskRun;
import io.trident.core.prefetch.model.LearnedModel;
import io.trident.core.prefetch.model.TaskSample;
import io.trident.core.prefetch.model.TimeConstants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On the local file system; {@code BlockCacherIT} has several writers on HDFS. */
class ModelDirectoryTest {
  private static final long MB = 1 << 20;

  @TempDir private Path directory = Path.of("");

  private ModelDirectory models() {
    Configuration conf = new Configuration();
    conf.set("trident.prefetch.model-path", directory.toUri().toString());
    return ModelDirectory.of(conf).orElseThrow();
  }

  private static JobRun job(String jobClass, double seconds) {
    TaskRun task = new TaskRun(4, 4 + seconds, 1, Map.of(StorageTier.MEMORY, MB));
    return new JobRun(jobClass, 0, 3, 0, List.of(task), List.of());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void withoutAPathNothingIsLearned() {
    assertThat(ModelDirectory.of(new Configuration())).isEmpty();
  }

  @Test
  void aJobTeachesItsClassAndThePlatformAllClasses() {
    models().learn(job("sort 1/2: a*b?", 2));
    models().learn(job("sort 1/2: a*b?", 3));

    LearnedModel known = models().load("sort 1/2: a*b?");
    assertThat(known.tasks().getOrDefault("sort 1/2: a*b?", List.of()))
        .extracting(TaskSample::bytes)
        .containsExactly(MB, MB);
    LearnedModel other = models().load("other");
    assertThat(other.tasks()).isEmpty();
    assertThat(other.times(TimeConstants.DEFAULT)).isEqualTo(new TimeConstants(1, 3, 1));
    assertThat(models().failures()).isZero();
  }

  @Test
  void classesOfLongNamesAreDistinguished() {
    String name = "x".repeat(1_000);
    models().learn(job(name + "1", 2));
    assertThat(models().load(name + "1").tasks()).containsOnlyKeys(name + "1");
    assertThat(models().load(name + "2").tasks()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "7", "{\"tasks\":{\"count\":5}}", "{\"times\":{\"x\":1}}"})
  void garbageCountsAsNothingAndIsReplaced(String text) throws IOException {
    ModelDirectory models = models();
    models.learn(job("count", 2));
    for (String file : files()) {
      Files.writeString(directory.resolve(file), text);
    }
    // Written around Hadoop's checksums, so these go, too.
    for (String file : files()) {
      if (file.endsWith(".crc")) {
        Files.delete(directory.resolve(file));
      }
    }

    assertThat(models.load("count")).isEqualTo(LearnedModel.EMPTY);
    assertThat(models.failures()).as("the class's and the platform's").isEqualTo(2);

    models.learn(job("count", 2));
    assertThat(models().load("count").tasks()).containsOnlyKeys("count");
  }

  @Test
  void jobsOfOneProcessThatEndAtOnceAllTeach() throws Exception {
    ModelDirectory models = models();
    List<Thread> jobs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread = new Thread(() -> models.learn(job("count", 2)));
      thread.start();
      jobs.add(thread);
    }
    for (Thread thread : jobs) {
      thread.join();
    }
    assertThat(models.failures()).isZero();
    assertThat(models().load("count").tasks().getOrDefault("count", List.of())).hasSize(4);
    assertThat(files())
        .as("nothing temporary is left")
        .noneMatch(name -> name.matches("\\..*json\\..*-.*"));
  }

  @Test
  void whatCannotBeWrittenIsLost() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    Configuration conf = new Configuration();
    conf.set("trident.prefetch.model-path", file.toUri() + "/below");
    ModelDirectory models = ModelDirectory.of(conf).orElseThrow();

    models.learn(job("count", 2));

    assertThat(models.load("count")).isEqualTo(LearnedModel.EMPTY);
    assertThat(models.failures()).isPositive();
  }

  @Test
  void anUnknownFileSystemCostsTheLessonsOnly() {
    Configuration conf = new Configuration();
    conf.set("trident.prefetch.model-path", "nosuch://host/models");
    ModelDirectory models = ModelDirectory.of(conf).orElseThrow();
    models.learn(job("count", 2));
    assertThat(models.load("count")).isEqualTo(LearnedModel.EMPTY);
    assertThat(models.failures()).isPositive();
  }
}

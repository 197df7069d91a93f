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
package io.trident.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.mapreduce.client.TridentClientProtocolProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/**
 * The examples for a HiBench checkout, read by the rules of its {@code load_config.py}: a line is a
 * comment, or a key, one white space, and the rest as its value; <code>${key}</code> stands for
 * another key's value.
 */
class HiBenchConfigurationTest {
  private static final Path CONF = Path.of("..", "..", "conf");
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{\\s*([^\\s$}]+)\\s*}");

  private static Map<String, String> read(Path file) throws IOException {
    Map<String, String> values = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      String text = line.strip();
      if (!text.isEmpty() && text.charAt(0) != '#') {
        String[] words = text.split("\\s", 2);
        values.put(words[0], words.length == 1 ? "" : words[1].strip());
      }
    }
    return values;
  }

  @Test
  void hadoopIsNamedWithAConfigurationOfItsOwn() throws IOException {
    Map<String, String> hadoop = read(CONF.resolve("hibench/hadoop.conf"));
    assertThat(hadoop)
        .containsOnlyKeys(
            "hibench.hadoop.home",
            "hibench.hadoop.executable",
            "hibench.hadoop.configure.dir",
            "hibench.hdfs.master",
            "hibench.hadoop.release");
    Matcher reference = REFERENCE.matcher(hadoop.get("hibench.hadoop.executable"));
    assertThat(reference.find()).isTrue();
    assertThat(hadoop).containsKey(reference.group(1));

    Configuration job = new Configuration(false);
    job.addResource(CONF.resolve("mapred-site.xml").toUri().toURL());
    assertThat(job.get("mapreduce.framework.name"))
        .as("what that directory's mapred-site.xml is to have")
        .isEqualTo(TridentClientProtocolProvider.FRAMEWORK);
  }

  @Test
  void sparkGetsThePluginAsItDoesWithoutHiBench() throws IOException {
    Map<String, String> spark = read(CONF.resolve("hibench/spark.conf"));
    Map<String, String> alone = read(CONF.resolve("spark-defaults.conf"));
    assertThat(spark)
        .containsEntry("spark.plugins", alone.get("spark.plugins"))
        .containsEntry("spark.jars", alone.get("spark.jars"))
        .containsEntry("hibench.spark.master", "yarn");
    String reference = Files.readString(Path.of("..", "..", "docs", "configuration.md"));
    assertThat(spark.keySet())
        .filteredOn(key -> key.contains("trident"))
        .isNotEmpty()
        .allMatch(key -> reference.contains("| `" + key + "` |"));
  }
}

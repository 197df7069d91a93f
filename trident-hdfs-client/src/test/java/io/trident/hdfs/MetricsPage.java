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
package io.trident.hdfs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;

/** What docs/metrics.md has of one metrics source. */
public final class MetricsPage {
  private static final Path PAGE = Path.of("..", "docs", "metrics.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` ");

  private MetricsPage() {}

  /** Returns the names in the table below the heading of a source. */
  public static Set<String> namesOf(String source) throws IOException {
    String section = Files.readString(PAGE).split("\n### `" + source + "`\n", 2)[1];
    return ROW.matcher(section.split("\n##", 2)[0])
        .results()
        .map((MatchResult row) -> row.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the names that a source publishes, those of a rate's two values once. */
  public static Set<String> published(MetricsSource source) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    source.getMetrics(collector, true);
    Set<String> names = new TreeSet<>();
    collector
        .getRecords()
        .get(0)
        .metrics()
        .forEach(metric -> names.add(metric.name().replaceFirst("(NumOps|AvgTime)$", "")));
    return names;
  }
}

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
package io.trident.spark.workloads;

import io.trident.benchmarks.workloads.Vectors;
import io.trident.core.placement.PolicyName;
import io.trident.hdfs.HdfsKeys;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.trident.TridentPlugin;

/** What sessions are started with: Spark's settings out of Hadoop's configuration, completed. */
final class SparkSettings {
  private static final String MASTER = "spark.master";
  private static final String PREFIX = "spark.";
  private static final String HADOOP = "spark.hadoop.";
  private static final String DEFAULTS = "-default.xml";

  private SparkSettings() {}

  /**
   * Returns the settings of an application.
   *
   * @param conf keys that begin with {@code spark.} are Spark's, what else is not Hadoop's default
   *     is handed to executors
   */
  static SparkConf of(Configuration conf, String name) {
    SparkConf settings = new SparkConf(false);
    for (Map.Entry<String, String> entry : conf) {
      String key = entry.getKey();
      if (key.startsWith(PREFIX)) {
        settings.set(key, entry.getValue());
      } else if (!isDefault(conf, key)) {
        settings.set(HADOOP + key, entry.getValue());
      }
    }
    settings
        .setIfMissing(MASTER, "local[*]")
        .setIfMissing("spark.app.name", name)
        .setIfMissing("spark.ui.enabled", "false")
        // The first task finds all executors that there will be.
        .setIfMissing("spark.scheduler.minRegisteredResourcesRatio", "1.0")
        .setIfMissing("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s")
        // The same plan for small tables as for large ones: two scans and a shuffle.
        .setIfMissing("spark.sql.autoBroadcastJoinThreshold", "-1");
    String jars = jars();
    if (!settings.get(MASTER).startsWith("local[") && !jars.isEmpty()) {
      settings.setIfMissing("spark.jars", jars);
    }
    return settings;
  }

  private static boolean isDefault(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return sources == null || sources.length == 0 || sources[sources.length - 1].endsWith(DEFAULTS);
  }

  /**
   * Returns the jars of this module, of what it uses of the others, and of the plugin; empty where
   * the classes are in none, as in a build.
   */
  private static String jars() {
    return Stream.of(
            SparkSettings.class,
            Vectors.class,
            PolicyName.class,
            HdfsKeys.class,
            TridentPlugin.class)
        .flatMap(type -> Arrays.stream(JavaSparkContext.jarOfClass(type)))
        .distinct()
        .collect(Collectors.joining(","));
  }
}

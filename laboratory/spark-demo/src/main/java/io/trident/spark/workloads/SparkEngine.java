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

import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.EngineName;
import io.trident.benchmarks.workloads.EngineRun;
import io.trident.benchmarks.workloads.MeasuredEngine;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.core.config.SparkKeys;
import io.trident.core.placement.PolicyName;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.scheduler.trident.TridentPlugin;
import org.apache.spark.sql.SparkSession;

/**
 * Runs applications on Spark, with the driver in this JVM: on the master of {@code spark.master},
 * which is {@code local[*]} where the configuration names none. All keys of the configuration that
 * begin with {@code spark.} are Spark's.
 */
public final class SparkEngine implements MeasuredEngine {
  /** The engine's name. */
  public static final String NAME = EngineName.SPARK.label();

  private static final String PLUGINS = "spark.plugins";

  /** For the service loader. */
  public SparkEngine() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<Application> applications() {
    return EngineName.SPARK.applications();
  }

  @Override
  public void configure(PolicyName policy, Configuration conf) {
    Set<String> plugins = new LinkedHashSet<>(conf.getTrimmedStringCollection(PLUGINS));
    if (policy == PolicyName.DEFAULT) {
      plugins.remove(TridentPlugin.class.getName());
    } else {
      plugins.add(TridentPlugin.class.getName());
      conf.set(SparkKeys.POLICY.name(), policy.label());
    }
    conf.set(PLUGINS, String.join(",", plugins));
  }

  @Override
  public EngineRun measure(WorkloadDirectory directory, Configuration conf, Progress progress)
      throws IOException, InterruptedException {
    directory.spec();
    String name = "Trident workload: " + directory.application().label();
    SparkSession session =
        SparkSession.builder().config(SparkSettings.of(conf, name)).getOrCreate();
    try {
      progress.report(
          "Spark %s on %s".formatted(session.version(), session.sparkContext().master()));
      return new SparkRun(session, directory, directory.output(NAME)).run(progress);
    } finally {
      session.stop();
    }
  }
}

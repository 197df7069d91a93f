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
package io.trident.spark.demo.queries;

import io.trident.lab.queries.ControlClient;
import io.trident.lab.queries.Measurement;
import io.trident.lab.queries.NodeCounts;
import io.trident.lab.queries.QueryPlan;
import io.trident.lab.queries.QueryText;
import io.trident.lab.queries.SlicePlan;
import io.trident.lab.queries.SliceVariant;
import io.trident.lab.queries.SourceTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.SparkSession;

/** Runs the join in each way, each with DataNodes that have been started with its settings. */
public final class RunSlices {
  private final SparkSession spark;
  private final SlicePlan plan;

  private RunSlices(SparkSession spark, SlicePlan plan) {
    this.spark = spark;
    this.plan = plan;
  }

  /**
   * Runs it.
   *
   * @param args the file that the plan is in
   */
  public static void main(String[] args) throws IOException {
    SlicePlan plan = SlicePlan.read(Path.of(args[0]));
    int slices = plan.variants().stream().mapToInt(SliceVariant::slices).max().orElseThrow();
    SparkSession spark =
        LocalSpark.start(plan.queries(), plan.slots(), plan.queries().extents() * slices);
    try {
      new RunSlices(spark, plan).run();
    } finally {
      spark.stop();
    }
  }

  private void run() throws IOException {
    QueryPlan queries = plan.queries();
    for (SourceTable table : queries.tables()) {
      plan.variants().forEach(variant -> open(table, variant));
    }
    CountedNodes nodes = new CountedNodes(new ControlClient(plan.control()));
    Path output = Path.of(queries.output());
    Measurement.write(
        output.resolve("measurements.json"), new QueryTurns(spark, queries, nodes).run());
    NodeCounts.write(output.resolve("node-counts.json"), nodes.counts);
  }

  /** Makes a table known by the name that the query has for it. */
  private void open(SourceTable table, SliceVariant variant) {
    String name = QueryText.table(table.name(), variant.name(), "");
    if (variant.layout().equals(QueryPlan.LINES)) {
      WriteLayouts.lines(spark, plan.queries(), table).createOrReplaceTempView(name);
      return;
    }
    DataFrameReader reader =
        spark.read().format("trident").option("dimension", table.columns().get(0));
    if (variant.hasSlices()) {
      reader.option("slices", Integer.toString(variant.slices()));
    }
    reader.load(plan.queries().path(variant.layout(), table.name())).createOrReplaceTempView(name);
  }

  /** Restarts DataNodes before a run if their settings matter, and counts what they do in it. */
  private final class CountedNodes implements QueryTurns.Surroundings {
    private final ControlClient control;
    private final Map<String, List<NodeCounts>> counts = new LinkedHashMap<>();
    private NodeCounts before;

    CountedNodes(ControlClient control) throws IOException {
      this.control = control;
      this.before = control.counts();
    }

    @Override
    public void before(String layout) throws IOException {
      Map<String, String> settings = plan.variant(layout).settings();
      if (!settings.isEmpty()) {
        control.restart(settings);
      }
      before = control.counts();
    }

    @Override
    public void afterMeasured(String layout) throws IOException {
      counts.computeIfAbsent(layout, name -> new ArrayList<>()).add(control.counts().since(before));
    }
  }
}

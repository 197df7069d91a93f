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
package io.trident.lab.queries;

import static io.trident.lab.queries.SingleLayout.bucketed;

import io.trino.tpch.CustomerGenerator;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.OrderGenerator;
import io.trino.tpch.PartGenerator;
import io.trino.tpch.TpchEntity;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Queries 4, 12, 13, 14, 17 and 22 of TPC-H, with the values of its validation, and the replicas of
 * Pangea, section 9.1.2.
 */
final class Tpch implements QueryBenchmark {
  private static final int[] NUMBERS = {4, 12, 13, 14, 17, 22};

  private static final String LINEITEM = "lineitem";
  private static final String ORDERS = "orders";
  private static final String CUSTOMER = "customer";
  private static final String PART = "part";

  private final double scale;
  private final int parts;

  /**
   * Describes it.
   *
   * @param scale the scale factor; 1 is six million lines of orders
   * @param parts files of each table
   */
  Tpch(double scale, int parts) {
    this.scale = scale;
    this.parts = parts;
  }

  @Override
  public List<SourceTable> tables() {
    return List.of(
        table(
            LINEITEM,
            "l_orderkey long, l_partkey long, l_suppkey long, l_linenumber int, l_quantity"
                + " decimal(12,2), l_extendedprice decimal(12,2), l_discount decimal(12,2), l_tax"
                + " decimal(12,2), l_returnflag string, l_linestatus string, l_shipdate date,"
                + " l_commitdate date, l_receiptdate date, l_shipinstruct string, l_shipmode"
                + " string, l_comment string",
            "l_orderkey:hash",
            "l_partkey:hash"),
        table(
            ORDERS,
            "o_orderkey long, o_custkey long, o_orderstatus string, o_totalprice decimal(12,2),"
                + " o_orderdate date, o_orderpriority string, o_clerk string, o_shippriority int,"
                + " o_comment string",
            "o_orderkey:hash",
            "o_custkey:hash"),
        table(
            CUSTOMER,
            "c_custkey long, c_name string, c_address string, c_nationkey long, c_phone string,"
                + " c_acctbal decimal(12,2), c_mktsegment string, c_comment string",
            "c_custkey:hash"),
        table(
            PART,
            "p_partkey long, p_name string, p_mfgr string, p_brand string, p_type string, p_size"
                + " int, p_container string, p_retailprice decimal(12,2), p_comment string",
            "p_partkey:hash"));
  }

  private static SourceTable table(String name, String schema, String... by) {
    return new SourceTable(name, schema, "|", List.of(by));
  }

  @Override
  public List<SingleLayout> singles() {
    return List.of(
        single("by_orderkey", "l_orderkey", "o_orderkey"),
        single("by_partkey_custkey", "l_partkey", "o_custkey"));
  }

  private static SingleLayout single(String name, String lineitem, String orders) {
    return new SingleLayout(
        name,
        Map.of(
            LINEITEM, bucketed(lineitem),
            ORDERS, bucketed(orders),
            CUSTOMER, bucketed("c_custkey"),
            PART, bucketed("p_partkey")));
  }

  @Override
  public boolean hasReplicas() {
    return true;
  }

  @Override
  public List<QueryText> queries() {
    List<QueryText> queries = new ArrayList<>();
    for (int number : NUMBERS) {
      queries.add(new QueryText("Q" + number, text("tpch/q%d.sql".formatted(number))));
    }
    return queries;
  }

  private static String text(String resource) {
    try (InputStream in = Tpch.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("No resource " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<QueryText> parameters() {
    return List.of();
  }

  @Override
  public int parts() {
    return parts;
  }

  @Override
  public void write(SourceTable table, int part, OutputStream out) throws IOException {
    int number = part + 1; // theirs begin with 1
    Iterable<? extends TpchEntity> rows =
        switch (table.name()) {
          case LINEITEM -> new LineItemGenerator(scale, number, parts);
          case ORDERS -> new OrderGenerator(scale, number, parts);
          case CUSTOMER -> new CustomerGenerator(scale, number, parts);
          case PART -> new PartGenerator(scale, number, parts);
          default -> throw new IllegalArgumentException("No table " + table.name());
        };
    for (TpchEntity row : rows) {
      String line = row.toLine();
      int end = line.length() - table.separator().length(); // it ends with a separator
      out.write((line.substring(0, end) + '\n').getBytes(StandardCharsets.US_ASCII));
    }
  }
}

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
package io.trident.layout.mapreduce.replica;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.trident.core.replication.RecoveryPlan;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What the client of a recovery leaves for its tasks.
 *
 * @param source the source's directory
 * @param plan which member supplies which rows
 */
record RecoverySettings(Path source, RecoveryPlan plan) {
  private static final String KEY = "trident.layout.job.recovery";
  private static final JsonMapper MAPPER = new JsonMapper();

  /** The members as JSON has them. */
  private record Form(String source, int target, List<Set<Integer>> lost, List<Integer> sources) {}

  void set(Configuration conf) {
    try {
      conf.set(
          KEY,
          MAPPER.writeValueAsString(
              new Form(source.toString(), plan.target(), plan.lost(), plan.sources())));
    } catch (JsonProcessingException e) {
      throw new AssertionError("Texts and numbers have a form", e);
    }
  }

  static RecoverySettings of(Configuration conf) throws IOException {
    Form form = MAPPER.readValue(requireNonNull(conf.get(KEY)), Form.class);
    return new RecoverySettings(
        new Path(form.source()), new RecoveryPlan(form.target(), form.lost(), form.sources()));
  }

  /** Returns the lost partitions of the target, ascending: one for each reduce. */
  List<Integer> partitions() {
    return plan.lost().get(plan.target()).stream().sorted().toList();
  }
}

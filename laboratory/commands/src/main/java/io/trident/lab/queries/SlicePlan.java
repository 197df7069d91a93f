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

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * What is to be joined: what the command and its program on Spark share, as JSON.
 *
 * @param queries the query, with the names of the variants as layouts
 * @param variants ways to run it
 * @param slots tasks at a time
 * @param control where a {@link ClusterControl} listens
 */
public record SlicePlan(QueryPlan queries, List<SliceVariant> variants, int slots, URI control) {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** Copies the list. */
  public SlicePlan {
    variants = List.copyOf(variants);
  }

  /** Reads it. */
  public static SlicePlan read(Path file) throws IOException {
    return MAPPER.readValue(file.toFile(), SlicePlan.class);
  }

  void write(Path file) throws IOException {
    MAPPER.writeValue(file.toFile(), this);
  }

  /** Returns a variant by its name. */
  public SliceVariant variant(String name) {
    return variants.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }
}

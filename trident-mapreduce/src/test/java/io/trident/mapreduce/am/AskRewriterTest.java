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
package io.trident.mapreduce.am;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.request.MalformedPreferenceMapException;
import io.trident.core.request.PreferenceMap;
import io.trident.core.request.PreferenceTable;
import io.trident.yarn.wire.PreferenceMaps;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.jupiter.api.Test;

final class AskRewriterTest {
  private static final Priority MAP = Priority.newInstance(20);
  private static final Priority REDUCE = Priority.newInstance(10);
  private static final Priority RETRIED_MAP = Priority.newInstance(5);

  private final PreferenceTable<String> table = new PreferenceTable<>();
  private final AskRewriter rewriter = new AskRewriter(MAP, REDUCE);

  private static ResourceRequest ask(Priority priority, String name, int containers) {
    return ResourceRequest.newInstance(priority, name, Resource.newInstance(1024, 1), containers);
  }

  private static PreferenceMap mapOf(ResourceRequest ask) throws MalformedPreferenceMapException {
    return PreferenceMaps.read(ask).orElse(PreferenceMap.EMPTY);
  }

  private static PreferenceMap one(double score) {
    return new PreferenceMap(new TreeMap<>(Map.of(score, 1)));
  }

  @Test
  void leavesAsksOfOtherPriorities() throws Exception {
    table.add("t", Map.of("n1", 8.0));
    ResourceRequest map = ask(MAP, "n1", 1);
    ResourceRequest retried = ask(RETRIED_MAP, "n1", 1);

    List<ResourceRequest> sent = rewriter.rewrite(List.of(map, retried), table);

    assertThat(sent).hasSize(2);
    assertThat(mapOf(sent.get(0))).isEqualTo(one(8));
    assertThat(sent.get(1)).isSameAs(retried);
    assertThat(mapOf(map)).as("the allocator's own object").isEqualTo(PreferenceMap.EMPTY);
  }

  @Test
  void reducesMayBeAnywhere() throws Exception {
    ResourceRequest four = ask(REDUCE, ResourceRequest.ANY, 4);
    ResourceRequest none = ask(REDUCE, ResourceRequest.ANY, 0);

    List<ResourceRequest> sent = rewriter.rewrite(List.of(four, none), table);

    assertThat(mapOf(sent.get(0))).isEqualTo(PreferenceMap.anywhere(4));
    assertThat(sent.get(0).getNumContainers()).isEqualTo(4);
    assertThat(mapOf(sent.get(1))).isEqualTo(PreferenceMap.EMPTY);
    assertThat(mapOf(four)).as("the allocator's own object").isEqualTo(PreferenceMap.EMPTY);
  }

  @Test
  void asksForReducesAreNotRepeatedWhenTiersChange() {
    table.add("t", Map.of(ResourceRequest.ANY, 30.0));
    rewriter.rewrite(List.of(ask(REDUCE, ResourceRequest.ANY, 4)), table);
    table.rescore("t", Map.of(ResourceRequest.ANY, 1.0));
    assertThat(rewriter.rewrite(List.of(), table)).isEmpty();
  }

  @Test
  void sendsTheLastAskAgainWhenTiersChange() throws Exception {
    table.add("t", Map.of("n1", 30.0));
    rewriter.rewrite(List.of(ask(MAP, "n1", 1)), table);
    assertThat(rewriter.rewrite(List.of(), table)).isEmpty();

    table.rescore("t", Map.of("n1", 1.0));
    List<ResourceRequest> sent = rewriter.rewrite(List.of(), table);

    assertThat(sent).hasSize(1);
    assertThat(sent.get(0).getNumContainers()).isEqualTo(1);
    assertThat(mapOf(sent.get(0))).isEqualTo(one(1));
    assertThat(rewriter.rewrite(List.of(), table)).as("not sent yet").isEqualTo(sent);
    table.sent();
    assertThat(rewriter.rewrite(List.of(), table)).isEmpty();
  }

  /** The resource manager may have served it by now: repeated, it would be served twice. */
  @Test
  void doesNotRepeatTheAskThatLimitsAllOthers() {
    table.add("t", Map.of("n1", 30.0, ResourceRequest.ANY, 30.0));
    rewriter.rewrite(List.of(ask(MAP, "n1", 1), ask(MAP, ResourceRequest.ANY, 1)), table);
    table.rescore("t", Map.of("n1", 1.0, ResourceRequest.ANY, 1.0));
    assertThat(rewriter.rewrite(List.of(), table))
        .extracting(ResourceRequest::getResourceName)
        .containsExactly("n1");
  }

  @Test
  void doesNotRepeatAnAskThatIsSentAnyway() {
    table.add("t", Map.of("n1", 30.0));
    rewriter.rewrite(List.of(ask(MAP, "n1", 1)), table);
    table.rescore("t", Map.of("n1", 1.0));
    assertThat(rewriter.rewrite(List.of(ask(MAP, "n1", 1)), table)).hasSize(1);
  }

  @Test
  void forgetsAnAskThatWasWithdrawn() {
    table.add("t", Map.of("n1", 30.0));
    rewriter.rewrite(List.of(ask(MAP, "n1", 1)), table);
    rewriter.rewrite(List.of(ask(MAP, "n1", 0)), table);
    table.rescore("t", Map.of("n1", 1.0));
    assertThat(rewriter.rewrite(List.of(), table)).isEmpty();
  }
}

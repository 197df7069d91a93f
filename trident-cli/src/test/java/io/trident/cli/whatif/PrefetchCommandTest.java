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
package io.trident.cli.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PrefetchCommandTest {
  /** Figure 8 of the paper, the blocks in the order of its sets. */
  private static final String FIGURE_8 =
      """
      {"slots":%s,"rates":{"memory":3200,"disk":32},"cpuRate":64,
       "timeToInit":2,"timeToSchedule":1,"timeToInitCache":1,"delay":%s,
       "blocks":[{"id":"B3","bytes":128,"replicas":[{"node":"n1","device":"X","type":"disk"}]},
                 {"id":"B4","bytes":96,"replicas":[{"node":"n1","device":"Y","type":"disk"}]},
                 {"id":"B2","bytes":96,"replicas":[{"node":"n1","device":"X","type":"disk"}]},
                 {"id":"B5","bytes":64,"replicas":[{"node":"n1","device":"Y","type":"disk"}]},
                 {"id":"B1","bytes":128,"replicas":[{"node":"n1","device":"X","type":"disk"}]}]}
      """
          .replace("\n", "");

  private static final String FIGURE_8_PLAN =
      "{\"prefetch\":[\"B3\",\"B4\"],\"delay\":0.0,"
          + "\"predicted\":{\"none\":13.0,\"all\":11.02,\"planned\":10.03},"
          + "\"cacheTimes\":{\"B3\":5.0,\"B4\":4.0}}";

  /** A block of 32 MB that is on disk of 32 MB/s, to be processed at 64 MB/s. */
  private static final String ONE_BLOCK =
      "{\"slots\":1,\"rates\":{\"memory\":3200,\"disk\":32},\"cpuRate\":64,"
          + "\"blocks\":[{\"id\":\"b\",\"bytes\":32,\"replicas\":[{\"node\":\"n\"}]%s}]%s}";

  @TempDir private Path directory = Path.of("");

  private CommandRun prefetch(String lines, String... options) throws IOException {
    Path file = Files.writeString(directory.resolve("instances"), lines);
    String[] words = new String[3 + options.length];
    words[0] = "whatif";
    words[1] = "prefetch";
    words[2] = file.toString();
    System.arraycopy(options, 0, words, 3, options.length);
    return CommandRun.of(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "true", "null", "0", "0.5"})
  void figure8(String delay) throws IOException {
    CommandRun run = prefetch(FIGURE_8.formatted(3, delay));

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().trim()).isEqualTo(FIGURE_8_PLAN);
  }

  @Test
  void withAFourthSlotOneBlockIsLeftOut() throws IOException {
    assertThat(prefetch(FIGURE_8.formatted(4, "true")).out().trim())
        .isEqualTo(
            "{\"prefetch\":[\"B4\"],\"delay\":0.0,"
                + "\"predicted\":{\"none\":11.5,\"all\":9.52,\"planned\":9.0},"
                + "\"cacheTimes\":{\"B4\":4.0}}");
  }

  @Test
  void inWords() throws IOException {
    CommandRun run = prefetch(FIGURE_8.formatted(3, "false"), "--output", "text");

    assertThat(run.out().lines())
        .containsExactly(
            "trident: prefetch 2 blocks (224.0 MB), do not delay the job",
            "predicted job time: none 13.00 s, all 11.02 s, planned 10.03 s",
            "B3 (128.0 MB): from disk n1/X on n1, in memory after 5.00 s",
            "B4 (96.0 MB): from disk n1/Y on n1, in memory after 4.00 s");
  }

  @Test
  void anyUnitIsTheSameInstance() throws IOException {
    String units =
        FIGURE_8
            .formatted(3, "false")
            .replace("\"bytes\":128", "\"bytes\":\"128 MB\"")
            .replace("\"bytes\":96", "\"bytes\":\"98304kb\"")
            .replace("\"bytes\":64", "\"bytes\":\"67108864 B\"")
            .replace("3200", "\"3.125 GiB/s\"")
            .replace(":32}", ":\"32 MB/s\"}")
            .replace("\"cpuRate\":64", "\"cpuRate\":\"64m\"");

    assertThat(prefetch(units).out().trim()).isEqualTo(FIGURE_8_PLAN);
  }

  @Test
  void tasksAreInOrderOfNumbers() throws IOException {
    assertThat(prefetch(FIGURE_8.formatted(3, "false").replace("\"B", "\"B1")).out())
        .contains("\"planned\":10.03");
    // B5 becomes B10: the last task, though "B10" < "B2".
    assertThat(prefetch(FIGURE_8.formatted(3, "false").replace("\"B5", "\"B10")).out().trim())
        .isEqualTo(FIGURE_8_PLAN);
  }

  @Test
  void whatIsOptional() throws IOException {
    // Default times and rates: 128 MB/160 MB/s + 128/64 from 3 s on; cached after 1.8 s.
    assertThat(
            prefetch(
                    "{\"slots\":1,\"blocks\":[{\"id\":1,\"bytes\":128,"
                        + "\"replicas\":[{\"node\":\"n\"}],\"note\":\"unknown\"}],\"more\":{}}")
                .out()
                .trim())
        .isEqualTo(
            "{\"prefetch\":[\"1\"],\"delay\":0.0,"
                + "\"predicted\":{\"none\":5.8,\"all\":5.04,\"planned\":5.04},"
                + "\"cacheTimes\":{\"1\":1.8}}");
  }

  @Test
  void noBlocks() throws IOException {
    assertThat(prefetch("{\"slots\":1,\"blocks\":[]}").out().trim())
        .isEqualTo(
            "{\"prefetch\":[],\"delay\":0.0,"
                + "\"predicted\":{\"none\":0.0,\"all\":0.0,\"planned\":0.0},\"cacheTimes\":{}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
                                                   |                                             | ["b"] | 4.5 | 3.51
          ,"cached":[{"node":"n"}]                 |                                             | []    | 3.51 | 3.51
          ,"cached":[{"node":"n","ready":2.5}]     |                                             | []    | 3.51 | 3.51
          ,"cached":[{"node":"n","ready":3.5}]     |                                             | []    | 4.5  | 4.5
                                                   | ,"nodes":[{"name":"n","cacheFree":31}]      | []    | 4.5 | 4.5
                                                   | ,"nodes":[{"name":"n","cacheFree":"32 MB"}] | ["b"] | 4.5 | 3.51
                                                   | ,"nodes":[{"name":"n","slots":1,"cpuSpeed":2}] | ["b"] | 4.25 | 3.26
                                                   | ,"tasks":[{"id":"t","blocks":["b","b"]}]    | ["b"] | 6.0 | 4.02
                                                   | ,"tasks":[{"id":"t"}]                       | []    | 3.0 | 3.0
          """)
  void whatIsKnownOfBlocksAndNodes(
      String ofBlock, String ofInstance, String prefetched, double none, double planned)
      throws IOException {
    String instance =
        ONE_BLOCK.formatted(
            ofBlock == null ? "" : ofBlock.strip(), ofInstance == null ? "" : ofInstance.strip());

    assertThat(prefetch(instance).out())
        .startsWith("{\"prefetch\":%s,".formatted(prefetched))
        .contains("\"none\":%s,".formatted(none), "\"planned\":%s}".formatted(planned));
  }

  /** A node without a copy reads over the network, 32 MB in 4 s; the one with it is slower. */
  @ParameterizedTest
  @CsvSource({"8, 4.5", "100000, 4.25"})
  void aNetworkKeepsTasksWhereTheirBlocksAre(double rate, double none) throws IOException {
    String instance =
        "{\"rates\":{\"memory\":3200,\"disk\":32,\"network\":%s},\"cpuRate\":64,"
            + "\"blocks\":[{\"id\":\"b\",\"bytes\":32,\"replicas\":[{\"node\":\"n\"}]}],"
            + "\"nodes\":[{\"name\":\"n\",\"slots\":1},"
            + "{\"name\":\"m\",\"slots\":1,\"cpuSpeed\":2}]}";

    assertThat(prefetch(instance.formatted(rate)).out()).contains("\"none\":%s,".formatted(none));
  }

  @Test
  void aDelayThatPays() throws IOException {
    // From 3 s: 8 s of disk and 4 s of processing. In memory after 9 s: 4.08 s from then on.
    String instance =
        "{\"slots\":1,\"rates\":{\"memory\":3200,\"disk\":32},\"cpuRate\":64,\"delay\":%s,"
            + "\"blocks\":[{\"id\":\"b\",\"bytes\":256,\"replicas\":[{\"type\":\"HDD\"}]}]}";

    assertThat(prefetch(instance.formatted(true)).out().trim())
        .isEqualTo(
            "{\"prefetch\":[\"b\"],\"delay\":6.0,"
                + "\"predicted\":{\"none\":15.0,\"all\":15.0,\"planned\":13.08},"
                + "\"cacheTimes\":{\"b\":9.0}}");
    assertThat(prefetch(instance.formatted(5.9)).out())
        .contains("\"prefetch\":[],\"delay\":0.0", "\"planned\":15.0");
    assertThat(prefetch(instance.formatted(false)).out()).contains("\"planned\":15.0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      textBlock =
          """
          {"slots":0,"blocks":[]}                                        | slots is 0
          {"slots":-3,"blocks":[]}                                       | slots is -3
          {"blocks":[]}                                                  | slots is missing
          {"nodes":[{"name":"n","slots":0}],"blocks":[]}                 | slots is missing
          {"nodes":[{"name":"n","slots":-1}],"blocks":[]}                | -1 slots
          {"slots":1}                                                    | blocks is missing
          {"slots":1,"blocks":[null]}                                    | blocks[] is missing
          {"slots":1,"blocks":[{"bytes":1}]}                             | blocks[].id is missing
          {"slots":1,"blocks":[{"id":"b"}]}                              | blocks[].bytes is missing
          {"slots":1,"blocks":[{"id":"b","bytes":-1}]}                   | blocks[].bytes is -1
          {"slots":1,"blocks":[{"id":"b","bytes":"1 parsec"}]}           | blocks[].bytes is "1 parsec"
          {"slots":1,"blocks":[{"id":"b","bytes":"1.2.3"}]}              | blocks[].bytes is "1.2.3"
          {"slots":1,"blocks":[{"id":"b","bytes":true}]}                 | blocks[].bytes is true
          {"slots":1,"blocks":[{"id":"b","bytes":1e300}]}                | blocks[].bytes
          {"slots":1,"blocks":[{"id":"b","bytes":1},{"id":"b","bytes":1}]} | Block b is listed twice
          {"slots":1,"blocks":[{"id":"b","bytes":1,"replicas":[{"type":"tape"}]}]} | tape is unknown
          {"slots":1,"blocks":[{"id":"b","bytes":1,"replicas":[{"device":"d","type":"ssd"},{"device":"d"}]}]} | two ways
          {"slots":1,"rates":{"memory":0},"blocks":[],"nodes":[{"name":"n"}]} | rates.memory is 0
          {"slots":1,"rates":{"HDD":"fast"},"blocks":[{"id":"b","bytes":1,"replicas":[{}]}]} | rates.HDD is "fast"
          {"slots":1,"cpuRate":-64,"blocks":[]}                          | cpuRate is -64
          {"slots":1,"timeToInit":-1,"blocks":[]}                        | TimeToInit is -1
          {"slots":1,"delay":"long","blocks":[]}                         | delay is "long"
          {"slots":1,"delay":-1,"blocks":[]}                             | delay is -1
          {"slots":1,"nodes":[{"slots":1}],"blocks":[]}                  | nodes[].name is missing
          {"slots":1,"nodes":[{"name":"n"},{"name":"n"}],"blocks":[]}    | Node n is listed twice
          {"slots":1,"nodes":[{"name":"n","cacheFree":-1}],"blocks":[]}  | cacheFree is -1
          {"slots":1,"blocks":[],"tasks":[{"id":"t","blocks":["b"]}]}    | block b, which is not listed
          {"slots":1,"blocks":{}}                                        | blocks
          {"slots":"many","blocks":[]}                                   | many
          [1,2                                                           | line 1
          """)
  void aBadInstanceIsAnsweredByItsProblem(String instance, String problem) throws IOException {
    CommandRun run = prefetch(instance);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).startsWith("{\"error\":\"line 1: ");
    assertThat(run.err()).contains(problem);
  }

  @Test
  void aBadLineDoesNotStopTheOthers() throws IOException {
    CommandRun run = prefetch("{}\n\n" + FIGURE_8.formatted(3, "false") + "\n");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out().lines()).hasSize(2).last().isEqualTo(FIGURE_8_PLAN);
  }
}

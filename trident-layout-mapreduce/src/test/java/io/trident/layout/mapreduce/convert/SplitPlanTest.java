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
package io.trident.layout.mapreduce.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.Schema;
import io.trident.layout.mapreduce.convert.SourceSplit.Piece;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.FormatSpec;
import io.trident.layout.table.SourceList;
import io.trident.layout.table.SourceList.Source;
import io.trident.layout.table.SuperExtentCuts.Run;
import io.trident.layout.table.TableSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class SplitPlanTest {
  private static TableLayout table(List<Integer> lengths, Map<String, String> options) {
    List<Source> sources = new ArrayList<>();
    for (int i = 0; i < lengths.size(); i++) {
      sources.add(new Source("f%03d".formatted(i), lengths.get(i), true));
    }
    Column column = new Column("a", ColumnType.of(ColumnType.Kind.STRING));
    return new TableLayout(
        new TableSpec(
            new Schema(List.of(column)),
            List.of(DimensionSpec.byHash("a")),
            new FormatSpec("csv", 1, options),
            4,
            10,
            4,
            1),
        List.of(new SourceList(sources)));
  }

  /** Also of batches that are not all of the table, as after a crash. */
  @Property
  void eachByteOfTheSuperExtentsIsReadOnce(@ForAll Random random) {
    List<Integer> lengths = new ArrayList<>(List.of(40));
    for (int i = random.nextInt(8); i > 0; i--) {
      lengths.add(random.nextInt(3) == 0 ? 0 : random.nextInt(90));
    }
    TableLayout table = table(lengths, Map.of());
    List<Integer> chosen =
        IntStream.range(0, table.runs().size()).filter(i -> random.nextInt(3) > 0).boxed().toList();
    int block = 1 + random.nextInt(50);
    List<List<Piece>> splits =
        new SplitPlan(table, source -> block, 1 + random.nextInt(60)).of(chosen);

    int[] read = new int[(int) table.sources().bytes()];
    for (Piece piece : splits.stream().flatMap(List::stream).toList()) {
      assertThat(piece.length()).isPositive().isLessThanOrEqualTo(block);
      for (long i = piece.from(); i < piece.to(); i++) {
        read[(int) (table.startOf(piece.source()) + i)]++;
      }
    }
    for (int i = 0; i < table.runs().size(); i++) {
      Run run = table.runs().get(i);
      for (long place = run.from(); place < run.to(); place++) {
        assertThat(read[(int) place]).isEqualTo(chosen.contains(i) ? 1 : 0);
        assertThat(table.superExtentAt(place)).isEqualTo(i);
      }
    }
  }

  @Test
  void aFileThatCannotBeSplitIsReadByOneMap() {
    TableLayout table = table(List.of(100), Map.of("multiline", "true"));

    assertThat(new SplitPlan(table, source -> 10, 20).of(List.of(0, 1)))
        .containsExactly(List.of(new Piece(0, 0, 100)));
  }

  @Test
  void smallFilesAreReadTogether() {
    TableLayout table = table(List.of(10, 10, 10, 10), Map.of());

    assertThat(new SplitPlan(table, source -> 100, 20).of(List.of(0)))
        .containsExactly(
            List.of(new Piece(0, 0, 10), new Piece(1, 0, 10)),
            List.of(new Piece(2, 0, 10), new Piece(3, 0, 10)));
  }

  @Test
  void aSplitArrivesAsItWasSent() throws Exception {
    SourceSplit split =
        new SourceSplit(
            List.of(new Piece(1, 2, 3), new Piece(2, 0, 9)),
            List.of(new Path("/t/a"), new Path("/t/b")),
            List.of("node1"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    split.write(new DataOutputStream(bytes));
    SourceSplit read = new SourceSplit();
    read.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

    assertThat(read.pieces()).isEqualTo(split.pieces());
    assertThat(read.getLength()).isEqualTo(10);
    assertThat(read.getPaths()).containsExactly(new Path("/t/a"), new Path("/t/b"));
  }
}

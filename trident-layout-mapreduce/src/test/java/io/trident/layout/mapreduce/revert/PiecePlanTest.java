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
package io.trident.layout.mapreduce.revert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.layout.mapreduce.revert.PiecePlan.Piece;
import io.trident.layout.table.SourceList;
import io.trident.layout.table.SourceList.Source;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PiecePlanTest {
  @Property
  void eachPlaceIsInThePieceThatIsFoundForIt(@ForAll Random random) {
    List<Source> sources = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(8); i++) {
      sources.add(new Source("f" + i, random.nextInt(3) == 0 ? 0 : random.nextInt(60), true));
    }
    SourceList list = new SourceList(sources);
    long bytes = 1 + random.nextInt(40);
    Set<Integer> wanted = new HashSet<>();
    for (int i = 0; i < sources.size(); i++) {
      if (random.nextInt(4) > 0) {
        wanted.add(i);
      }
    }
    PiecePlan plan =
        new PiecePlan(list, wanted, random.nextBoolean() ? bytes : Long.MAX_VALUE, bytes);

    int next = 0;
    for (int source = 0; source < sources.size(); source++) {
      long place = list.starts()[source];
      long end = place + sources.get(source).length();
      int number = 0;
      while (wanted.contains(source) && (number == 0 || place < end)) {
        Piece piece = plan.pieces().get(next++);
        assertThat(piece.source()).isEqualTo(source);
        assertThat(piece.number()).isEqualTo(number++);
        assertThat(piece.from()).isEqualTo(place);
        assertThat(plan.parts().get(piece.part())).contains(piece);
        for (; place < piece.to(); place++) {
          assertThat(plan.at(place)).isEqualTo(piece);
        }
      }
    }
    assertThat(next).isEqualTo(plan.pieces().size());
  }

  @Test
  void theLastLineFeedIsLeftOutIfTheFileHadNone() throws Exception {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    SourceOutput out = new SourceOutput(file, 100, 105);
    out.write("ab\n".getBytes(StandardCharsets.UTF_8));
    out.write("cd".getBytes(StandardCharsets.UTF_8));
    out.write('\n');

    assertThat(file.toString(StandardCharsets.UTF_8)).isEqualTo("ab\ncd");
    assertThat(out.place()).isEqualTo(106);
  }

  @Test
  void aRowThatGoesBeyondTheFileIsAnError() {
    SourceOutput out = new SourceOutput(new ByteArrayOutputStream(), 0, 2);

    assertThatThrownBy(() -> out.write("abc".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the source file at 2");
  }
}

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
package io.trident.hdfs.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PublicationTest {
  private static final long FORMER = 16;
  private static final Publication PUBLICATION =
      new Publication("/d/.t.trident-build", "/d/t", "/d/.t.kept", FORMER);

  @Test
  void itSurvivesBeingStored() throws IOException {
    assertThat(Publication.decode(PUBLICATION.encode())).isEqualTo(PUBLICATION);
    Publication odd =
        new Publication("/a b/\u00e4", "/\ud83d\ude00", "/x=1,y", Long.MAX_VALUE / 10);
    assertThat(Publication.decode(odd.encode())).isEqualTo(odd);
  }

  @Test
  void whatAnotherVersionStoredIsRefused() {
    for (String text : new String[] {"", "2\n/a\n/b\n/c\n4", "1\n/a\n/b\n/c\nx", "1\n/a\n/b\n/c"}) {
      assertThatThrownBy(() -> Publication.decode(text.getBytes(StandardCharsets.UTF_8)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another version");
    }
  }
}

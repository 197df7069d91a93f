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
package io.trident.layout.mapreduce.job;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class JobNoteTest {
  @Property
  void whatIsWrittenIsRead(@ForAll String name) {
    JobNote note = JobNote.of(name);
    assertThat(JobNote.parse(note.text())).isEqualTo(note);
    JobNote submitted = note.submittedAs("job_1764355533000_0001");
    assertThat(JobNote.parse(submitted.text())).isEqualTo(submitted);
  }

  @Property
  void whateverIsThereIsRead(@ForAll String text) {
    assertThat(JobNote.parse(text)).isNotNull();
  }

  @Test
  void eachJobHasANameOfItsOwn() {
    JobNote note = JobNote.of("Trident: convert /data/orders");
    assertThat(note.name()).matches("Trident: convert /data/orders \\([0-9a-f]{8}\\)");
    assertThat(JobNote.of("Trident: convert /data/orders").name()).isNotEqualTo(note.name());
  }
}

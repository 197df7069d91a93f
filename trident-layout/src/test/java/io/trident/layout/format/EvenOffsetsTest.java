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
package io.trident.layout.format;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Offsets of rows that have no bytes of their own. */
class EvenOffsetsTest {
  @Property
  void theFirstRowAtAByteIsTheFirstWhoseOffsetIsNotBelowIt(
      @ForAll @IntRange(min = 0, max = 50) int start,
      @ForAll @IntRange(min = 1, max = 60) int length,
      @ForAll @IntRange(min = 0, max = 80) int rows,
      @ForAll @IntRange(min = 0, max = 130) int place) {
    EvenOffsets offsets = new EvenOffsets(start, start + length, rows);
    long first = 0;
    while (first < rows && offsets.of(first) < place) {
      first++;
    }

    assertThat(offsets.firstAt(place)).isEqualTo(first);
  }

  @Property
  void offsetsAreOfThePartAndAscendIfEachRowHasAByte(
      @ForAll @IntRange(min = 0, max = 50) int start,
      @ForAll @IntRange(min = 1, max = 60) int length,
      @ForAll @IntRange(min = 1, max = 80) int rows) {
    EvenOffsets offsets = new EvenOffsets(start, start + length, rows);
    for (int row = 0; row < rows; row++) {
      assertThat(offsets.of(row)).isBetween((long) start, start + length - 1L);
      if (row > 0) {
        assertThat(offsets.of(row) > offsets.of(row - 1)).isEqualTo(offsets.areDistinct());
      }
    }
  }
}

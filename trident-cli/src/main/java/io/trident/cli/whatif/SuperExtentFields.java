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

import io.trident.core.layout.parity.ParityGroups;
import org.jspecify.annotations.Nullable;

/** The size of a super-extent, as written in JSON; absent fields have their usual values. */
record SuperExtentFields(
    @Nullable Integer extents,
    @Nullable Integer group,
    @Nullable Integer parity,
    @Nullable Integer dimensions) {
  private static final int COPIES = 3;

  ParityGroups groups() {
    int number = Fields.require(extents, "extents");
    int parities = parity == null ? 1 : parity;
    ParityGroups usual = parities > 1 ? ParityGroups.reedSolomon(number) : ParityGroups.xor(number);
    return new ParityGroups(number, group == null ? usual.limit() : group, parities);
  }

  int copies() {
    return dimensions == null ? COPIES : dimensions;
  }
}

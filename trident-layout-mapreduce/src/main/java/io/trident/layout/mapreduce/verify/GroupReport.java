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
package io.trident.layout.mapreduce.verify;

import io.trident.layout.mapreduce.table.Group;
import io.trident.layout.table.RowTally;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * What was found of a group.
 *
 * @param group which
 * @param bytes that were read
 * @param tally of the rows of dimension 0, from the order beside them; of other dimensions of none
 * @param problems what is wrong, a line each; empty if all is right
 */
record GroupReport(Group group, long bytes, RowTally tally, List<String> problems) {
  GroupReport {
    problems = List.copyOf(problems);
  }

  String fileName() {
    return String.format(
        Locale.ROOT, "se%04d-d%d-g%02d", group.superExtent(), group.dimension(), group.group());
  }

  /** Returns it as lines. */
  String toText() {
    return bytes
        + "\n"
        + tally.toJson()
        + String.join("", problems.stream().map(problem -> problem + "\n").toList());
  }

  /** Reads what {@link #toText} returns. */
  static GroupReport read(Group group, String text) throws IOException {
    List<String> lines = text.lines().toList();
    return new GroupReport(
        group,
        Long.parseLong(lines.get(0)),
        RowTally.read(lines.get(1)),
        lines.subList(2, lines.size()));
  }
}

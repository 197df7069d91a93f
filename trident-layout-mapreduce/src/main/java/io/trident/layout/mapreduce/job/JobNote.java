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

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Which job a client runs, for the next client if this one dies. It is noted twice: before the job
 * is submitted, as the client may die while it is, and when its identifier is known. Text: a line
 * for the name, then one for the identifier.
 *
 * @param name that no other job has; one line
 * @param id as the job is known after it was submitted
 */
record JobNote(String name, Optional<String> id) {
  private static final int SUFFIX = 8;

  /** Returns the note of a job that is not submitted yet, under a name of its own. */
  static JobNote of(String name) {
    String suffix = UUID.randomUUID().toString().substring(0, SUFFIX);
    String line = String.join(" ", name.lines().toList());
    return new JobNote("%s (%s)".formatted(line, suffix), Optional.empty());
  }

  /** Returns this when the job is submitted. */
  JobNote submittedAs(String identifier) {
    return new JobNote(name, Optional.of(identifier));
  }

  /** Returns what {@link #parse} reads. */
  String text() {
    return name + "\n" + id.map(one -> one + "\n").orElse("");
  }

  /** Reads a note. */
  static JobNote parse(String text) {
    List<String> lines = text.lines().toList();
    return new JobNote(
        lines.isEmpty() ? "" : lines.get(0),
        lines.size() < 2 ? Optional.empty() : Optional.of(lines.get(1)));
  }
}

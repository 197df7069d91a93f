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
package org.apache.hadoop.mapreduce.lib.input;

import java.util.Optional;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * Unwraps the splits of {@link MultipleInputs}. In this package because {@link TaggedInputSplit} is
 * not public.
 */
public final class TridentTaggedSplit {
  private TridentTaggedSplit() {}

  /** Returns the split inside a tagged one; empty if it is not one of this API. */
  public static Optional<InputSplit> inside(Object split) {
    return split instanceof TaggedInputSplit tagged
        ? Optional.ofNullable(tagged.getInputSplit())
        : Optional.empty();
  }
}

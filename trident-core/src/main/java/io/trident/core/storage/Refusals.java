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
package io.trident.core.storage;

import java.util.List;
import java.util.Optional;

/** Explains in words which blocks of a request are not, and will not be, cached. */
public final class Refusals {
  private Refusals() {}

  /**
   * Returns how many blocks failed, and which was the first and why; empty if none did.
   *
   * @param progress where the blocks stand, in the order in which they were asked for
   */
  public static Optional<String> of(List<BlockProgress> progress) {
    List<BlockProgress> failed = progress.stream().filter(one -> one.state().isFailed()).toList();
    return failed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%d of %d blocks are not cached; the first, %d of %s on %s: %s"
                .formatted(
                    failed.size(),
                    progress.size(),
                    failed.get(0).block().blockId(),
                    failed.get(0).block().path(),
                    failed.get(0).block().node(),
                    reason(failed.get(0))));
  }

  /** Returns why a block failed: the message of HDFS, or the meaning of the state without one. */
  public static String reason(BlockProgress failed) {
    return failed.message().isEmpty() ? failed.state().meaning() : failed.message();
  }
}

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
package io.trident.hdfs.protocol;

import io.trident.core.storage.PinState;
import java.util.Objects;

/**
 * What became of a block that shall be cached.
 *
 * @param pin the block and the node, as asked for
 * @param state where it stands
 * @param message why, in words; empty where the state explains itself
 */
public record PinStatus(CachePin pin, PinState state, String message) {
  public PinStatus {
    Objects.requireNonNull(pin, "pin");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(message, "message");
  }

  /** A state that explains itself. */
  public PinStatus(CachePin pin, PinState state) {
    this(pin, state, "");
  }
}

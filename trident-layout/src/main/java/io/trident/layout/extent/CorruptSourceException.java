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
package io.trident.layout.extent;

import io.trident.core.layout.Extent;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An extent that a rebuild reads is not what the manifest has: it is lost, too. */
public final class CorruptSourceException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Extent source;
  private final String detail;

  /** Names the extent, and what is wrong with it. */
  public CorruptSourceException(Extent source, String detail, @Nullable Throwable cause) {
    super("%s is corrupt: %s".formatted(source, detail), cause);
    this.source = source;
    this.detail = detail;
  }

  /** Returns the corrupt extent. */
  public Extent source() {
    return source;
  }

  /** Returns what is wrong with it. */
  public String detail() {
    return detail;
  }
}

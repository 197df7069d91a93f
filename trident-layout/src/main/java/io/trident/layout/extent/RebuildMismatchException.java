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

/** A rebuilt extent is not the lost one; what was written must be thrown away. */
public final class RebuildMismatchException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String detail;

  /** Names the extent, and how it differs. */
  public RebuildMismatchException(Extent target, String detail) {
    super("The rebuilt %s is not the lost one: %s".formatted(target, detail));
    this.detail = detail;
  }

  /** Returns how it differs. */
  public String detail() {
    return detail;
  }
}

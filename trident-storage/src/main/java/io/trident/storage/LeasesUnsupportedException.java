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
package io.trident.storage;

import java.io.IOException;

/** The storage of a directory has no leases, for anybody. */
public final class LeasesUnsupportedException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Creates one that gives the reason. */
  public LeasesUnsupportedException(String message) {
    super(message);
  }

  /** Creates one with the storage's refusal as its cause. */
  public LeasesUnsupportedException(String message, Throwable cause) {
    super(message, cause);
  }
}

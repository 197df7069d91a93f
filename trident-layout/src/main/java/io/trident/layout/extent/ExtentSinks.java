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
import java.io.OutputStream;

/** How a host takes extents of one super-extent that are written. */
@FunctionalInterface
public interface ExtentSinks {
  /**
   * Creates an extent; the stream is closed when the extent is complete.
   *
   * @throws IOException if it cannot be created
   */
  OutputStream create(Extent extent) throws IOException;
}

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

/**
 * An extent that was rebuilt and verified.
 *
 * @param object its bytes
 * @param equality in what it equals the lost one
 */
public record Rebuilt(WrittenObject object, Equality equality) {
  /** In what a rebuilt extent equals the lost one. */
  public enum Equality {
    /** Every byte. */
    BYTES,
    /** The rows of each bucket; a format that is not deterministic wrote them to other bytes. */
    ROWS
  }
}

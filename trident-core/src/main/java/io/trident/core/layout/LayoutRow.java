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
package io.trident.core.layout;

import io.trident.core.layout.value.Value;
import java.util.List;

/**
 * A row, as the layout sees it.
 *
 * @param id its number in the original order
 * @param keys its key in each dimension, in the order of dimensions; the id for the original order
 * @param record its canonical bytes: the same for the same row, whichever extent it was read from
 */
public record LayoutRow(long id, List<Value> keys, Value.Bytes record) {
  /** Copies the keys. */
  public LayoutRow {
    keys = List.copyOf(keys);
  }
}

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
package io.trident.layout.format;

import io.trident.core.layout.value.Value;
import java.util.OptionalLong;

/**
 * A row as it was read.
 *
 * @param offset where it begins in its file: of formats of lines the byte; of others a byte of the
 *     file that is no other row's, in the order of the rows
 * @param id its id in the super-extent's original order, if the format stores ids
 * @param record its canonical record
 */
public record StoredRow(long offset, OptionalLong id, Value.Bytes record) {}

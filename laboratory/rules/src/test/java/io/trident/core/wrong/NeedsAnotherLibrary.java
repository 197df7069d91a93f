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
package io.trident.core.wrong;

import com.tngtech.archunit.lang.ArchRule;

/** A class of the core that needs a library which hosts need not have. */
public final class NeedsAnotherLibrary {
  private NeedsAnotherLibrary() {}

  /** Returns what it needs. */
  public static Class<?> needed() {
    return ArchRule.class;
  }
}

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
package io.trident.yarn.scheduler;

import java.util.LinkedHashMap;
import java.util.Map;

/** What was warned about, at most 1,024 of it: the oldest is forgotten first. Thread-safe. */
final class WarnedAbout<T> {
  private static final int MOST = 1024;

  private final Map<T, Boolean> things =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<T, Boolean> eldest) {
          return size() > MOST;
        }
      };

  /** Returns true the first time it is asked for a thing. */
  synchronized boolean first(T thing) {
    return things.putIfAbsent(thing, true) == null;
  }
}

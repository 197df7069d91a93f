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
package io.trident.core.request;

import org.jspecify.annotations.Nullable;

/**
 * The requests of an application at one priority, as {@link ContainerAllocation} looks at them: by
 * name where few nodes have room, one after the other where few requests are pending.
 */
public interface Asks {
  /** Returns the number of requests; an upper bound where some may not be served. */
  int size();

  /** Returns all requests that may be served, in any order. */
  Iterable<ContainerAsk> all();

  /** Returns the request for a name, or null if there is none that may be served. */
  @Nullable ContainerAsk named(String resourceName);

  /** Returns the highest score of any request's map, 0 if none has one. */
  double highestScore();
}

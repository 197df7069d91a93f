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
package io.trident.mapreduce.am;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says each kind of trouble once in the AM's log. Thread-safe. */
final class Warnings {
  private static final Logger LOG = LoggerFactory.getLogger(Warnings.class);

  private final Set<String> said = ConcurrentHashMap.newKeySet();

  /** Logs the consequence with its cause, the first time only. */
  void once(String consequence, Throwable cause) {
    if (said.add(consequence)) {
      LOG.warn("{} (said once): {}", consequence, cause.toString(), cause);
    }
  }
}

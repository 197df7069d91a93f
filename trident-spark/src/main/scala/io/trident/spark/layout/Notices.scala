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
package io.trident.spark.layout

import io.trident.core.guard.Guard
import java.util.concurrent.ConcurrentHashMap
import org.apache.spark.internal.Logging

/** The driver's log, in which each thing is warned of once. Thread-safe. */
private[layout] final class Notices extends Logging {
  private val known = ConcurrentHashMap.newKeySet[String]()

  /** Contains failures of Trident. */
  val guard: Guard =
    new Guard((consequence, failure) => logWarning(s"$consequence (logged once)", failure))

  /** Logs a warning, unless it was logged before. */
  def warn(text: String): Unit =
    if (known.size < Notices.Most && known.add(text)) {
      logWarning(s"$text (logged once)")
    }
}

private[layout] object Notices {

  /** After as many different ones nothing is logged: whoever reads so many has understood. */
  private final val Most = 1000
}

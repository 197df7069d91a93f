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
package io.trident.spark.tiers

import io.trident.core.storage.Availability

import io.trident.core.storage.SegmentTiers
import java.util.concurrent.atomic.LongAdder

/** Counts look-ups since the start of the application. Thread-safe. */
final class LookupCounters {
  private val answers = new LongAdder
  private val failures = new LongAdder
  private val segments = Availability.values.map(_ -> new LongAdder).toMap

  /** Look-ups answered, in part or in full. */
  def answered: Long = answers.sum

  /** Look-ups that failed: their stages were scheduled as stock would, until another. */
  def failed: Long = failures.sum

  /** Parts of files by what became of their look-up; all but KNOWN are scheduled by host alone. */
  def segmentsBy(availability: Availability): Long = segments(availability).sum

  private[tiers] def countAnswer(located: Iterable[SegmentTiers]): Unit = {
    answers.increment()
    located.foreach(segment => segments(segment.availability).increment())
  }

  /** Returns whether it is the first. */
  private[tiers] def countFailure(): Boolean = {
    failures.increment()
    failures.sum == 1
  }
}

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

/** Why an offer was left to the stock scheduler although the request carries preference maps. */
enum FallbackReason {
  /** The queue's mode is off. */
  DISABLED,
  /** The queue's mode is shadow: a plan is made and only counted. */
  SHADOW,
  /** The offer is there to fulfil a reservation on that very node, or room was made on it. */
  RESERVATION,
  /** The offer is of another node partition than the one requested. */
  OTHER_PARTITION,
  /** The request's size has no memory, so that room cannot be counted. */
  NO_SIZE,
  /** Any node will do, and the operator's policy of looking nodes up is to choose. */
  LOOKUP_POLICY,
  /** Planning has taken its part of the scheduler's time. */
  BUDGET,
  /** Trident has failed so often that it is left out for a while. */
  SUSPENDED,
  /** No candidate is node-local, and delay scheduling has to count the offer. */
  DELAY,
  /** The nodes of the plan did not heartbeat, or others took their room, for too long. */
  WAITED,
  /**
   * There is nothing to choose: no node has room but perhaps the offered one; or that one has none,
   * and is the only one that the scheduler will place on.
   */
  NO_CHOICE,
  /** The plan's candidates were refused; stock may reserve or pre-empt. */
  NO_CANDIDATE,
  /** Trident itself failed; the log has the cause. */
  ERROR
}

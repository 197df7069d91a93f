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
package io.trident.cli.report;

/**
 * A log, or what was taken for one, of which nothing is reported.
 *
 * @param log its path
 * @param reason why, and what helps if something does
 */
record LeftOut(String log, String reason) {
  @Override
  public String toString() {
    return "%s is left out: %s".formatted(log, reason);
  }
}

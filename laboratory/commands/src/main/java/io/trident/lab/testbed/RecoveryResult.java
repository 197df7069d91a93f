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
package io.trident.lab.testbed;

import io.trident.testbed.Layout;
import java.util.List;
import java.util.Map;

/**
 * A comparison of recoveries.
 *
 * @param layout of the test bed
 * @param sourceBytes of the rows, once
 * @param tableBytes that the table takes on disks, by part
 * @param runs in the order in which they were made
 */
record RecoveryResult(
    Layout layout, long sourceBytes, Map<String, Long> tableBytes, List<RecoveryRun> runs) {
  RecoveryResult {
    tableBytes = Map.copyOf(tableBytes);
    runs = List.copyOf(runs);
  }
}

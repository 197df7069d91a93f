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

import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.yarn.api.records.Container;

/**
 * What becomes of offered containers.
 *
 * @param given which attempt gets which container
 * @param refused containers to give back: maps that wait are not to run on their nodes
 */
public record MatchedContainers(Map<TaskAttemptId, Container> given, List<Container> refused) {
  static final MatchedContainers NONE = new MatchedContainers(Map.of(), List.of());
}

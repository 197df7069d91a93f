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
package io.trident.yarn.report;

import java.util.Map;

/**
 * What the scheduler did for the applications of one queue. Members are those of the JSON.
 *
 * @param queue its full path
 * @param mode on, off or shadow
 * @param counters those of containers, proposals and offers of the metrics source {@code
 *     TridentQueue}, by name, and {@code PlansMade}
 */
public record QueueReport(String queue, String mode, Map<String, Long> counters) {}

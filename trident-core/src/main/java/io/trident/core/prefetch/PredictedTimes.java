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
package io.trident.core.prefetch;

import java.util.OptionalDouble;

/**
 * Predicted job times: from the decision until the last task ends, in seconds.
 *
 * @param none without prefetching
 * @param all with every block prefetched at submission that the caches have room for
 * @param undelayed of the best set of blocks found, without a delay
 * @param delayed of the best set and delay found, the delay included; empty if none was considered
 * @param planned of the plan
 */
public record PredictedTimes(
    double none, double all, double undelayed, OptionalDouble delayed, double planned) {}

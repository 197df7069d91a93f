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
/**
 * Replays a workload in SWIM's format on a real cluster: writes the input files, submits MapReduce
 * jobs that read, shuffle and write what the trace lists at the times that it lists, and reports by
 * size of job what became of them.
 *
 * <p>After SWIM's own replay tools (HDFSWrite, GenerateReplayScript, WorkGen), which are written
 * for Hadoop 0.20. The classes that run in tasks use nothing but Hadoop, as only this module's jar
 * travels with a job.
 */
@NullMarked
package io.trident.benchmarks.swim.replay;

import org.jspecify.annotations.NullMarked;

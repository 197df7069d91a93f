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
package io.trident.lab.demo;

/**
 * Where one map task ran and what it read from, with the evidence of the DataNode that served it.
 *
 * @param task number of the task in its job
 * @param node host that the task ran on
 * @param server host that served the task's block
 * @param source how far and how fast that was
 * @param cost Equation 1 for the task on {@code node}
 * @param lowestCost the lowest cost that the task has anywhere
 */
public record DemoRead(
    int task, String node, String server, Source source, double cost, double lowestCost) {}

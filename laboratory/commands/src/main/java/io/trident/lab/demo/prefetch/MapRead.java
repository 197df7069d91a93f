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
package io.trident.lab.demo.prefetch;

import io.trident.minicluster.CacheWatch.Copy;

/**
 * How a map's read of its block began.
 *
 * @param task number of the map = number of its block in the file
 * @param copy the block and the DataNode that served it
 * @param startMillis when, in milliseconds since the epoch
 */
record MapRead(int task, Copy copy, CopySource from, long startMillis) {}

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
package io.trident.core.storage;

import java.time.Duration;

/**
 * What became of a block that shall be cached.
 *
 * @param block the block, as asked for
 * @param state where it stands
 * @param message why, in words; empty where the state explains itself
 * @param elapsed time from the request until the state was first seen; HDFS reports a cached block
 *     with the next cache report of its DataNode ({@code dfs.cachereport.intervalMsec})
 */
public record BlockProgress(BlockToCache block, PinState state, String message, Duration elapsed) {}

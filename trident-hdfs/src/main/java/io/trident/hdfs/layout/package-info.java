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
 * Recovery of logically replicated tables, on the NameNode: {@link
 * io.trident.hdfs.layout.LayoutRecoveryService} finds extents that have no replica, and hands out
 * their rebuilds to DataNodes, one block each, in the order of {@link
 * io.trident.core.layout.recovery.RebuildOrder}. It writes nothing into the namespace.
 *
 * <ul>
 *   <li>{@code LayoutTables}: which files are extents of which super-extent.
 *   <li>{@code FileStates}: what of one super-extent is lost or broken.
 *   <li>{@code RebuildTasks}: what was handed out to whom.
 * </ul>
 */
@NullMarked
package io.trident.hdfs.layout;

import org.jspecify.annotations.NullMarked;

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
 * Replica groups: a directory of rows and others with the same rows, each partitioned by the hash
 * of another column, which serve joins and rebuild each other (Pangea, VLDB 2019, section 7).
 *
 * <p>{@link io.trident.core.replication.PartitionNodes} gives each partition a node, the same one
 * in all tables that are partitioned alike. {@link io.trident.core.replication.Collisions} finds
 * rows of which all copies would be lost at once, so that they are stored apart. {@link
 * io.trident.core.replication.RecoveryPlan} decides which copy supplies a lost row, and {@link
 * io.trident.core.replication.ReplicaChooser} which copies a query reads.
 */
@NullMarked
package io.trident.core.replication;

import org.jspecify.annotations.NullMarked;

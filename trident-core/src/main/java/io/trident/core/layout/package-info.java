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
 * Logical replication: the copies of a file, each partitioned by another column.
 *
 * <p>A file is cut into <em>super-extents</em>, runs of its rows. In each there are D copies of the
 * rows, the <em>dimensions</em>; dimension d puts each row into one of its N <em>extents</em> by a
 * {@link io.trident.core.layout.partition.Partitioner} of the row's key in that dimension. So a row
 * has one extent in each dimension, its <em>cell</em>, a point of a grid with N^D points. Within an
 * extent of dimension d rows are cut into N <em>buckets</em> by their extent in dimension {@code d
 * + 1 mod D}: the chained buckets of INSTalytics, section 4.3. Bucket b of extent e of dimension d
 * thus has the rows of all cells with coordinate e in d and b in d + 1.
 *
 * <p>What follows from this, by package:
 *
 * <ul>
 *   <li>{@code value}, {@code partition}: keys, their order and hash, ranges and hash partitions.
 *   <li>This package: where rows go.
 *   <li>{@code parity}: XOR over groups of the extents of a dimension.
 *   <li>{@code recovery}: which buckets of which extents rebuild a lost extent. Bucket e of each
 *       extent of dimension d - 1 is exactly extent e of dimension d, cut up.
 *   <li>{@code availability}: how likely an extent is unavailable.
 *   <li>{@code placement}: dimensions in racks of their own.
 *   <li>{@code manifest}: the record of a super-extent, and its bytes.
 *   <li>{@code selection}: which dimension a query reads, and which buckets of it.
 * </ul>
 *
 * <p>Nothing here reads or writes a file; hosts do, by what these functions return.
 *
 * @see "M. Sivathanu et al.: INSTalytics: Cluster filesystem co-design for big-data analytics, FAST
 *     2019, sections 4 and 5"
 * @see "J. Zou, A. Iyengar, C. Jermaine: Pangea: Monolithic distributed storage for data analytics,
 *     VLDB 2019, section 7"
 */
@NullMarked
package io.trident.core.layout;

import org.jspecify.annotations.NullMarked;

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
/*
 * A replica is a logically replicated table of one dimension, one super-extent and no parity, which
 * the conversion writes beside its source rather than in its place. So it has all that a table has:
 * a manifest with rows, sums and bounds of each partition, and beside each partition the places that
 * its rows have in the source's files. That makes every row of every copy the same row: equal rows
 * are told apart, a source's file can be written again byte for byte, and whether a row's place in
 * the source was lost is known wherever the row is read.
 *
 * A recovery is one job. Its maps read what is left of the copies that the plan of the core names,
 * each row once, and send those on that their copy has to supply. Its reduces write the lost
 * partitions, each as it was: an extent is a function of its rows. The client compares them with the
 * manifest, and only then puts them in the place of what was lost.
 */
/** Tasks and files of replica groups; {@code ReplicaCreation} and its like use them. */
@NullMarked
package io.trident.layout.mapreduce.replica;

import org.jspecify.annotations.NullMarked;

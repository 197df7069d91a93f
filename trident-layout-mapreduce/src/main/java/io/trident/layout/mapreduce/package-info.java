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
 * A conversion. Everything is written to a build directory beside the table, laid out as the table
 * will be, and comes to the table's place by one call of the NameNode at the end.
 *
 * One job writes a batch of super-extents. A map sends each row once for each dimension; the key is
 * where the row goes, in an encoding whose bytes sort as extents are written, so MapReduce's own
 * sort does the work. A reduce writes the extents of one parity group, and the parity. Tasks write
 * through Hadoop's committer, so an attempt that fails, or is one of two, leaves nothing.
 *
 * What makes it safe. Maps add up the rows that they read, and a hash of each with its place
 * (RowTally). The client compares that with what the reduces report, and writes a super-extent's
 * manifest last: a super-extent with a manifest is done, one without is done again. So a crash, of
 * whatever, costs a batch. At last a job without reduces reads the written files again, compares
 * them with the manifests, and adds up rows and places once more from the extents of dimension 0 and
 * the order beside them. The sums are equal to those of the source if and only if the same rows are
 * at the same places (but for a chance of 2^-128), and the source files are nothing but these rows
 * and the header. So the original comes back byte for byte, and no sort is needed to know that.
 */
/** Directories become logically replicated tables by jobs of MapReduce, and files again. */
@NullMarked
package io.trident.layout.mapreduce;

import org.jspecify.annotations.NullMarked;

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
 * Avro object container files as a row format.
 *
 * <p>A row is its datum: the bytes that its writer encoded, as they are. Two encodings of one
 * value, such as a list in one block or in two, are two rows that queries cannot tell apart. So a
 * row is found in a block by passing over values, nothing is decoded but keys, and what a file had
 * comes back bit for bit.
 *
 * <p>A block of a bucket has rows of that bucket only, and one header and one sync marker serve all
 * extents of a table: those of its first file. So a bucket is read from its own bytes, and an
 * extent is a function of its rows. The marker is that of a file and not, say, a hash of the
 * schema, as whoever writes rows must not be able to write it into them: readers that begin within
 * an extent look for it.
 *
 * <p>Avro's library parses and compares schemas. Blocks are framed and rows are found by classes of
 * this package: the library reads rows as objects, has codecs of the host, and takes lengths in a
 * file as they are.
 */
@NullMarked
package io.trident.layout.avro;

import org.jspecify.annotations.NullMarked;

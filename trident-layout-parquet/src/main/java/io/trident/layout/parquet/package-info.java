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
 * Parquet as a row format. An extent is a file of Parquet, a bucket one or more of its row groups.
 *
 * <p>A row leaves a file as its canonical record ({@link io.trident.layout.parquet.RecordMaker}),
 * the only form in which it is shuffled, sorted and summed, and is written from that again ({@link
 * io.trident.layout.parquet.RecordParser}). Pages, levels, dictionaries and statistics are
 * parquet-java's. Three things are not, as rows or bytes would differ with the host: NaNs keep
 * their bits ({@link io.trident.layout.parquet.ExactFloats}), codecs are of Java and of one version
 * ({@link io.trident.layout.parquet.Codecs}), and the footer names the format as its writer ({@link
 * io.trident.layout.parquet.ExtentOutput}).
 */
@NullMarked
package io.trident.layout.parquet;

import org.jspecify.annotations.NullMarked;

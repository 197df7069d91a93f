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
package io.trident.spark.layout

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex

/** A session, as Spark's readers are made for it. */
private[layout] final class ReaderSession(val spark: SparkSession) {

  /** No files: what is read is given as partitions. Spark copies Hadoop's configuration twice to
    * find none, so this is made once.
    */
  lazy val noFiles: InMemoryFileIndex = new InMemoryFileIndex(spark, Nil, Map.empty, None)
}

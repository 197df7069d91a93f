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

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.connector.read.Scan
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec

/** Physical scans by keys, in the words of this version of Spark. */
private[layout] object KeyedScans {

  /** Returns a physical scan of another scan of the same rows, which are partitioned by keys. */
  def of(batch: BatchScanExec, scan: Scan, keys: Seq[Expression]): BatchScanExec =
    batch.copy(scan = scan, keyGroupedPartitioning = Some(keys))
}

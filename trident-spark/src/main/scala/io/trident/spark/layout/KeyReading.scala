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

import io.trident.core.layout.value.Value

/** How a key in a manifest and the value that Spark reads may differ.
  *
  * @param isUsable
  *   whether the key decides at all; else all rows may match
  * @param alsoNull
  *   whether a row whose key is null may have any value in Spark, such as one that the format could
  *   not parse
  * @param readAsNull
  *   keys other than null that Spark reads as null; none if any may be
  * @param isDecoded
  *   whether Spark replaces bytes that are no UTF-8
  */
private[layout] final case class KeyReading(
    isUsable: Boolean,
    alsoNull: Boolean,
    readAsNull: Option[Seq[Value]],
    isDecoded: Boolean
)

/** A column of a dimension, or one that manifests have bounds of.
  *
  * @param path
  *   its name, or those of the structures that it is in and its own
  */
private[layout] final case class KeyColumn(
    name: String,
    path: Seq[String],
    dataType: org.apache.spark.sql.types.DataType,
    reading: KeyReading
)

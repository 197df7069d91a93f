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

/** The buckets of a table, as a scan reads them.
  *
  * @param bytes
  *   of one, on average
  * @param orderedBy
  *   the columns of the dimensions that are read: the rows of each bucket are in order of one of
  *   them
  */
private[layout] final case class Buckets(bytes: Long, orderedBy: Set[String])

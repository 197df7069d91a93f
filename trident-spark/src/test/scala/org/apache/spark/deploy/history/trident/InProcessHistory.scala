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
package org.apache.spark.deploy.history.trident

import org.apache.spark.{SecurityManager, SparkConf}
import org.apache.spark.deploy.history.{FsHistoryProvider, HistoryServer}

/** A history server in this process. In Spark's package because its provider is private to it. */
final class InProcessHistory(conf: SparkConf) extends AutoCloseable {
  private val provider = new FsHistoryProvider(conf)
  private val server = new HistoryServer(conf, provider, new SecurityManager(conf), 0)
  server.bind()
  provider.start()

  /** The address of its pages. */
  def url: String = s"http://127.0.0.1:${server.boundPort}"

  /** How many applications it knows by now. */
  def applications: Int = provider.getListing().size

  override def close(): Unit = server.stop() // and the provider with it
}

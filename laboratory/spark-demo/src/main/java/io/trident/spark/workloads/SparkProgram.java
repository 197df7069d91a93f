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
package io.trident.spark.workloads;

import java.io.IOException;
import org.apache.spark.api.java.JavaRDD;

/** An application as a function of its input. */
interface SparkProgram {
  /**
   * Returns the lines of its result, in order where the result has one. What has to be computed
   * before the last stage may have been computed when this returns.
   *
   * @throws IOException if input that the driver itself reads cannot be read
   */
  JavaRDD<String> result(SparkInput input) throws IOException;
}

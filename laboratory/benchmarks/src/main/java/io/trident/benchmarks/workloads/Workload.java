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
package io.trident.benchmarks.workloads;

import io.trident.benchmarks.workloads.data.Dataset;
import java.io.IOException;
import java.util.List;

/**
 * An application with its input: what is read, and what a correct result is. Engines write results
 * as lines of text in the form that the implementation defines; how a result was computed does not
 * matter to it.
 */
public interface Workload {
  /** Returns the data sets that it reads, each written to a directory of its name. */
  List<Dataset<?>> inputs();

  /**
   * Compares a result with one that is computed here, from the generators and not from the files
   * that the engine has read.
   *
   * @throws WrongResultException naming the first difference
   * @throws IOException if the result cannot be read
   */
  void verify(ResultFiles result) throws IOException;
}

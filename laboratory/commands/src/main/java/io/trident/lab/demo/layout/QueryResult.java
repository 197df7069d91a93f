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
package io.trident.lab.demo.layout;

import java.util.List;

/**
 * A query on the converted table, beside the same query on the files as they were.
 *
 * @param name of the query
 * @param sql of the query
 * @param dimension column of the dimension that was read
 * @param files of the table that have rows of the answer, relative to the table
 * @param bytesRead bytes that tasks read
 * @param bytesScan bytes that tasks read of the files as they were
 * @param shuffleBytes bytes that were shuffled
 * @param shuffleBytesScan bytes that were shuffled for the files as they were
 * @param seconds wall-clock time
 * @param secondsScan wall-clock time with the files as they were
 * @param rows of the answer
 * @param equal whether both answers are the same
 */
public record QueryResult(
    String name,
    String sql,
    String dimension,
    List<String> files,
    long bytesRead,
    long bytesScan,
    long shuffleBytes,
    long shuffleBytesScan,
    double seconds,
    double secondsScan,
    long rows,
    boolean equal) {
  /** Copies the list. */
  public QueryResult {
    files = List.copyOf(files);
  }
}

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
 * What a node took with it when it died, and how that came back.
 *
 * @param node the node
 * @param lost the files without a replica, relative to the table
 * @param rebuilt how many of them have one again
 * @param bytesLost their bytes
 * @param bytesRead bytes that DataNodes read to rebuild them
 * @param seconds from when HDFS took the node for dead until all had a replica again
 */
public record Recovery(
    String node, List<String> lost, int rebuilt, long bytesLost, long bytesRead, double seconds) {
  /** Copies the list. */
  public Recovery {
    lost = List.copyOf(lost);
  }
}

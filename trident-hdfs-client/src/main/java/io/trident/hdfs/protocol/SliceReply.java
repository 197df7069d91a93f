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
package io.trident.hdfs.protocol;

import io.trident.core.layout.slice.SliceAnswer.Reason;
import java.time.Duration;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** What a DataNode answers to a {@link SliceCall}. */
public sealed interface SliceReply {
  /**
   * Ask again.
   *
   * @param retryAfter when
   */
  record Later(Duration retryAfter) implements SliceReply {}

  /** Read the extent yourself. */
  record Refused(Reason reason) implements SliceReply {}

  /**
   * A part of the slice.
   *
   * @param data bytes from the offset on; none only if there are none
   * @param total bytes of the whole slice
   */
  record Part(ByteString data, long total) implements SliceReply {}
}

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

import java.io.IOException;
import org.apache.hadoop.io.retry.Idempotent;

/**
 * How a client asks the DataNode that has an extent for a slice of it. No call waits: the client
 * asks again until it has all parts or is refused.
 */
public interface SliceProtocol {
  /**
   * Asks for a part of a slice. After the last part the DataNode gives the slice up; who asks again
   * has it read again.
   *
   * @throws org.apache.hadoop.security.token.SecretManager.InvalidToken if the token does not allow
   *     to read the block, where HDFS uses such tokens
   * @throws IOException if the request is not valid
   */
  @Idempotent
  SliceReply readSlice(SliceCall call) throws IOException;
}

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
 * How a DataNode takes work from the active NameNode: lost extents of logically replicated tables.
 *
 * <p>One call reports and asks. A task is on lease for as long as HDFS expects its block from the
 * DataNode and the DataNode polls: the NameNode revokes it when the block was reported, when HDFS's
 * time-out for reconstructions has passed without progress, or after 30 s without a poll. Each call
 * lists what the DataNode works on, and how far that has come. A task that was handed out and is
 * neither listed nor reported never arrived, and is handed out again. A task that failed is another
 * one when it is tried again. Tasks belong to an epoch, which begins when a NameNode becomes
 * active: those of an earlier one are void.
 */
public interface LayoutRecoveryProtocol {
  /**
   * Reports what was done, and takes more.
   *
   * @return the epoch, and tasks of it; none if that of the poll is another one
   * @throws org.apache.hadoop.security.AccessControlException if the caller is no superuser
   * @throws IOException if the NameNode is not active
   */
  @Idempotent
  RebuildGrant poll(RebuildPoll poll) throws IOException;
}

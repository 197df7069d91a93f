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
package org.apache.hadoop.hdfs;

import java.io.InterruptedIOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/** What is done for files of one block that no node serves. */
public interface ReadRecovery {
  /** Prepares for a stream of a file, by its path as the NameNode knows it. */
  OfStream of(String file);

  /** What is done for a stream; thread-safe. */
  interface OfStream {
    /**
     * Called where no node serves the block, before HDFS itself waits and tries again.
     *
     * @return whether the block may have other locations now
     */
    boolean recovered() throws InterruptedIOException;

    /**
     * Called where all nodes that have the block are being read from, and none has answered for
     * some time: a hedged read.
     *
     * @return whether to have it recovered meanwhile
     */
    boolean isRecoveredMeanwhile();

    /**
     * Returns whether a node that has the block is probably gone, so that a connection would only
     * time out.
     *
     * @param heard when the NameNode heard of it, in milliseconds by the NameNode's clock
     * @param latest when it heard of any node that has the block
     * @param locations how many have it
     * @param located when the NameNode returned that, by this machine's clock
     */
    boolean isSilent(long heard, long latest, int locations, long located);

    /** Called if the NameNode counts a node as alive that is silent by {@link #isSilent}. */
    void noteAlive(long heard, long located);
  }

  /** Makes a recovery for a client. */
  @FunctionalInterface
  interface Source {
    /** Returns a recovery, or null if none is wanted; may fail in any way. */
    @Nullable ReadRecovery of(URI fileSystem, Configuration conf, UserGroupInformation user);
  }
}

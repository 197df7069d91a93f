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
package io.trident.layout.mapreduce.job;

import java.io.Closeable;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.ipc.RemoteException;

/**
 * A file that one client at a time has open, so that two do not work on the same table. HDFS's
 * lease on it ends with the client, a minute later at most if that dies.
 */
public final class BuildLock implements Closeable {
  /** By name, as only the server's jar has the second one. */
  private static final Set<String> HELD =
      Set.of(
          AlreadyBeingCreatedException.class.getName(),
          "org.apache.hadoop.hdfs.protocol.RecoveryInProgressException");

  private final FSDataOutputStream out;

  private BuildLock(FSDataOutputStream out) {
    this.out = out;
  }

  /**
   * Opens the file.
   *
   * @throws IOException if another client has it; the message has the remedy
   */
  public static BuildLock acquire(DistributedFileSystem files, Path lock) throws IOException {
    try {
      try {
        return new BuildLock(
            files.createFile(lock).create().recursive().overwrite(false).replicate().build());
      } catch (FileAlreadyExistsException e) {
        return new BuildLock(files.append(lock));
      }
    } catch (RemoteException e) {
      throw HELD.contains(e.getClassName()) ? held(lock, e) : e.unwrapRemoteException();
    }
  }

  private static IOException held(Path lock, IOException cause) {
    return new IOException(
        ("Another client works on this table, or did until a moment ago; wait for its end, or a"
                + " minute if it died. (It has %s open.)")
            .formatted(lock),
        cause);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}

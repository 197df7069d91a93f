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
package io.trident.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.security.AccessControlException;

/** Failures of Hadoop's file systems in the words of the user. */
public final class FileFailures {
  private FileFailures() {}

  /** Returns the message for a user who gave a path; the failure itself if that is clear enough. */
  public static IOException of(String path, Configuration conf, IOException failure) {
    if (failure instanceof FileNotFoundException) {
      @SuppressWarnings("NullAway") // null if the path has no scheme
      boolean isPlain = new Path(path).toUri().getScheme() == null;
      return new IOException(
          "%s does not exist on %s; check the path, and HADOOP_CONF_DIR for the cluster."
              .formatted(path, isPlain ? FileSystem.getDefaultUri(conf) : new Path(path).toUri()),
          failure);
    }
    if (failure instanceof AccessControlException) {
      return new IOException(
          "No permission to read %s: %s".formatted(path, firstLine(failure)), failure);
    }
    if (failure instanceof ConnectException
        || failure instanceof NoRouteToHostException
        || failure instanceof SocketTimeoutException
        || failure instanceof UnknownHostException) {
      return new IOException(
          "Cannot reach the file system of %s: %s. Check fs.defaultFS (%s) in HADOOP_CONF_DIR."
              .formatted(path, firstLine(failure), FileSystem.getDefaultUri(conf)),
          failure);
    }
    if (failure instanceof UnsupportedFileSystemException) {
      return new IOException(
          "%s: %s; check its scheme, and the class path for its file system."
              .formatted(path, firstLine(failure)),
          failure);
    }
    return failure;
  }

  /** Returns the message for a user whose path is none. */
  public static IOException ofPath(String path, IllegalArgumentException failure) {
    if (failure.getCause() instanceof UnknownHostException) { // as HDFS's client has it
      return new IOException(
          "There is no host %s; check %s, and fs.defaultFS in HADOOP_CONF_DIR."
              .formatted(firstLine(failure.getCause()), path),
          failure);
    }
    return new IOException(
        "%s is not a usable path: %s".formatted(path, firstLine(failure)), failure);
  }

  /** Returns the first line of a failure's message: Hadoop adds stack traces of servers. */
  public static String firstLine(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    return message.lines().findFirst().orElse(message);
  }
}

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

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.io.retry.RetryPolicy;
import org.apache.hadoop.io.retry.RetryProxy;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.RpcNoSuchMethodException;
import org.apache.hadoop.ipc.RpcNoSuchProtocolException;
import org.apache.hadoop.security.authorize.AuthorizationException;

/**
 * Calls the active NameNode of a file system about logically replicated tables, as the current
 * user. Exceptions of the NameNode are thrown as what they are there.
 */
public final class LayoutTableClient implements LayoutTableProtocol, Closeable {
  private static final int RETRIES = 10;
  private static final long RETRY_MS = 1_000;

  private final URI fileSystem;
  private final LayoutTableProtocol active;
  private final LayoutTableProtocol connection;

  private LayoutTableClient(
      URI fileSystem, LayoutTableProtocol active, LayoutTableProtocol connection) {
    this.fileSystem = fileSystem;
    this.active = active;
    this.connection = connection;
  }

  /**
   * Prepares calls; connects at the first one.
   *
   * @throws IOException if it is not HDFS itself
   */
  public static LayoutTableClient of(FileSystem fileSystem) throws IOException {
    return of(fileSystem.getUri(), fileSystem.getConf());
  }

  /**
   * Prepares calls; connects at the first one.
   *
   * @param fileSystem scheme and authority; of a name service, too
   * @throws IOException if it is not HDFS itself
   */
  public static LayoutTableClient of(URI fileSystem, Configuration conf) throws IOException {
    if (!HdfsConstants.HDFS_URI_SCHEME.equalsIgnoreCase(fileSystem.getScheme())) {
      throw new IOException(
          "Logically replicated tables are on HDFS, and %s is not; give a path of hdfs://, for a view the one that it links to."
              .formatted(fileSystem));
    }
    LayoutTableProtocol active =
        NameNodeProxies.toActive(fileSystem, conf, LayoutTableProtocol.class, LayoutTableCalls::to);
    return new LayoutTableClient(
        fileSystem, active instanceof LayoutTableCalls calls ? withRetries(calls) : active, active);
  }

  /** Calls again a single NameNode that has just started or does so; several fail over. */
  private static LayoutTableProtocol withRetries(LayoutTableCalls calls) {
    RetryPolicy again =
        RetryPolicies.retryUpToMaximumCountWithFixedSleep(RETRIES, RETRY_MS, TimeUnit.MILLISECONDS);
    return (LayoutTableProtocol)
        RetryProxy.create(
            LayoutTableProtocol.class,
            calls,
            RetryPolicies.retryByException(
                RetryPolicies.TRY_ONCE_THEN_FAIL,
                Map.of(EOFException.class, again, ConnectException.class, again)));
  }

  @Override
  public LayoutServer describe() throws IOException {
    return call(active::describe);
  }

  @Override
  public String publish(String build, String table, String kept) throws IOException {
    return call(() -> active.publish(build, table, kept));
  }

  @Override
  public ExtentState demand(String file) throws IOException {
    return call(() -> active.demand(file));
  }

  @Override
  public String append(String build, String table, String source, String kept) throws IOException {
    return call(() -> active.append(build, table, source, kept));
  }

  /** Makes a call; where the NameNode asks to try again, for some seconds. */
  private <T> T call(Call<T> call) throws IOException {
    for (int retries = 0; ; retries++) {
      try {
        return call.make();
      } catch (RemoteException e) {
        IOException cause = cause(e);
        if (!(cause instanceof RetriableException) || retries == RETRIES) {
          throw cause;
        }
        pause();
      }
    }
  }

  private static void pause() throws InterruptedIOException {
    try {
      Thread.sleep(RETRY_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted before a further call of the NameNode");
    }
  }

  private IOException cause(RemoteException e) {
    IOException cause = e.unwrapRemoteException();
    if (cause instanceof RpcNoSuchProtocolException
        || cause instanceof RpcNoSuchMethodException
        || cause instanceof AuthorizationException) {
      return new IOException(
          "The NameNode of %s does not serve logically replicated tables; install Trident's plugin on NameNodes and set trident.hdfs.layout.enabled there (docs/layouts.md)."
              .formatted(fileSystem),
          e);
    }
    return cause;
  }

  @Override
  public void close() throws IOException {
    if (connection instanceof Closeable one) {
      one.close();
    } else {
      RPC.stopProxy(connection);
    }
  }

  /** A call of the NameNode. */
  @FunctionalInterface
  private interface Call<T> {
    T make() throws IOException;
  }
}

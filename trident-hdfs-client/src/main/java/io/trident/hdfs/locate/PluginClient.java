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
package io.trident.hdfs.locate;

import io.trident.hdfs.protocol.BlockTiersClient;
import io.trident.hdfs.protocol.BlockTiersProtocol;
import io.trident.hdfs.protocol.LocatedFile;
import io.trident.hdfs.protocol.NameNodeProxies;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.InvalidRequestException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.RpcNoSuchMethodException;
import org.apache.hadoop.ipc.RpcNoSuchProtocolException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.net.ConnectTimeoutException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.jspecify.annotations.Nullable;

/**
 * Asks the Trident plugin of one file system's active NameNode. A plugin that is absent, slow or
 * wrong is left alone for a while, and HDFS asked instead; for one that has too much to do, HDFS is
 * left alone, too.
 */
final class PluginClient implements Closeable {
  private final URI fileSystem;
  private final Configuration conf;
  private final Duration timeout;
  private final long retryAfterNanos;
  private final long busyNanos;
  private final LongSupplier nanoTime;
  private final LocatorMetrics metrics;
  private @Nullable BlockTiersProtocol proxy;
  private volatile @Nullable Long leftAloneSince;
  private volatile @Nullable Long busySince;

  /**
   * Creates a client; it connects as the current user of the first call.
   *
   * @param fileSystem URI of the file system: scheme and authority
   * @param timeout longest time for an answer
   * @param retryAfter how long a plugin that failed is left alone
   * @param busyFor how long a plugin that has too much to do is left alone
   */
  PluginClient(
      URI fileSystem,
      Configuration conf,
      Duration timeout,
      Duration retryAfter,
      Duration busyFor,
      LongSupplier nanoTime,
      LocatorMetrics metrics) {
    this.fileSystem = fileSystem;
    this.conf = conf;
    this.timeout = timeout;
    this.retryAfterNanos = retryAfter.toNanos();
    this.busyNanos = busyFor.toNanos();
    this.nanoTime = nanoTime;
    this.metrics = metrics;
  }

  /**
   * Asks for all blocks of a file.
   *
   * @return empty if HDFS itself should be asked
   * @throws FileNotFoundException if there is no such file
   * @throws AccessControlException if the user may not read it
   * @throws RetriableException if nobody is to be asked now
   */
  Optional<LocatedFile> ask(String src) throws IOException {
    return ask(proxy -> proxy.getBlockTiers(src, 0, Long.MAX_VALUE));
  }

  /**
   * Asks for all blocks of several files.
   *
   * @return the files by path, without those that have to be asked for alone; empty if HDFS itself
   *     should be asked
   * @throws RetriableException if nobody is to be asked now
   */
  Optional<Map<String, LocatedFile>> ask(Collection<String> srcs) throws IOException {
    return ask(proxy -> proxy.getBlockTiersOfFiles(srcs));
  }

  private <T> Optional<T> ask(Question<T> question) throws IOException {
    if (isWithin(retryAfterNanos, leftAloneSince)) {
      return Optional.empty();
    }
    if (isWithin(busyNanos, busySince)) {
      throw new RetriableException("The plugin had too much to do a moment ago");
    }
    try {
      return Optional.of(question.put(proxy()));
    } catch (RemoteException e) {
      return refused(e.unwrapRemoteException());
    } catch (ConnectException
        | ConnectTimeoutException
        | NoRouteToHostException
        | UnknownHostException e) {
      return Optional.empty(); // not the plugin's fault: HDFS will report it
    } catch (SocketTimeoutException e) {
      return leaveAlone(Degradation.PLUGIN_SLOW, e);
    } catch (IOException | RuntimeException e) {
      return leaveAlone(Degradation.PLUGIN_FAILED, e);
    }
  }

  /** Notes that an answer made no sense. */
  void disbelieve(Exception why) {
    leaveAlone(Degradation.PLUGIN_FAILED, why);
  }

  private <T> Optional<T> refused(IOException e) throws IOException {
    if (e instanceof RpcNoSuchProtocolException
        || e instanceof RpcNoSuchMethodException
        || e instanceof AuthorizationException) {
      return leaveAlone(Degradation.PLUGIN_ABSENT, e);
    }
    if (e instanceof FileNotFoundException || e instanceof AccessControlException) {
      throw e;
    }
    if (e instanceof RetriableException) {
      busySince = nanoTime.getAsLong();
      metrics.degraded(Degradation.PLUGIN_BUSY, fileSystem.toString(), e);
      throw e;
    }
    if (e instanceof StandbyException || e instanceof InvalidRequestException) { // of this file
      return Optional.empty();
    }
    return leaveAlone(Degradation.PLUGIN_FAILED, e);
  }

  private boolean isWithin(long nanos, @Nullable Long since) {
    return since != null && nanoTime.getAsLong() - since < nanos;
  }

  private <T> Optional<T> leaveAlone(Degradation cause, Exception why) {
    leftAloneSince = nanoTime.getAsLong();
    metrics.degraded(cause, fileSystem.toString(), why);
    return Optional.empty();
  }

  private synchronized BlockTiersProtocol proxy() throws IOException {
    if (proxy == null) {
      proxy =
          NameNodeProxies.toActive(
              fileSystem,
              conf,
              BlockTiersProtocol.class,
              (nameNode, user, settings) -> BlockTiersClient.to(nameNode, user, settings, timeout));
    }
    return proxy;
  }

  @Override
  public synchronized void close() throws IOException {
    if (proxy instanceof Closeable closeable) {
      closeable.close();
    }
    proxy = null;
  }

  /** A call of the plugin. */
  private interface Question<T> {
    T put(BlockTiersProtocol plugin) throws IOException;
  }
}

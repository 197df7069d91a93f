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
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.RpcNoSuchMethodException;
import org.apache.hadoop.ipc.RpcNoSuchProtocolException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Readers of one client who wait until extents can be read. The NameNode is asked again and again,
 * so that none of its handlers waits: four times a second for each file, however many readers it
 * has. While no NameNode is active or can be reached, they wait, too. Thread-safe.
 */
public final class ExtentWaits {
  private static final Logger LOG = LoggerFactory.getLogger(ExtentWaits.class);
  private static final Duration PAUSE = Duration.ofMillis(250);

  private final URI fileSystem;
  private final Configuration conf;
  private final UserGroupInformation user;
  private final Duration timeout;
  private final LongSupplier nanoTime;
  private final Map<String, Waited> files = new ConcurrentHashMap<>();
  private final AtomicBoolean reported = new AtomicBoolean();

  /** A file with readers who wait for it; how many is changed in the map only. */
  private static final class Waited {
    final ExtentAsk ask;
    int readers;
    @Nullable LayoutTableProtocol nameNode; // used by one thread at a time

    Waited(LongSupplier nanoTime) {
      ask = new ExtentAsk(nanoTime, PAUSE);
    }
  }

  /**
   * Prepares waits; connects to nothing yet.
   *
   * @param fileSystem scheme and authority; of a name service, too
   * @param user who reads
   * @param timeout of a call
   * @param nanoTime monotonic clock in nanoseconds
   */
  public ExtentWaits(
      URI fileSystem,
      Configuration conf,
      UserGroupInformation user,
      Duration timeout,
      LongSupplier nanoTime) {
    this.fileSystem = fileSystem;
    this.conf = conf;
    this.user = user;
    this.timeout = timeout;
    this.nanoTime = nanoTime;
  }

  /**
   * Has an extent rebuilt, and waits for it. For a file that is no extent, or without a plugin, it
   * returns after a call. That there is none is logged once.
   *
   * @param file its path, as the NameNode knows it; an inode's, too
   * @param longest time to wait; a call that was begun may take as long again as calls may. If it
   *     is zero the NameNode is asked once
   * @return whether it can be read
   * @throws InterruptedIOException if the thread is interrupted
   */
  public boolean isOver(String file, Duration longest) throws InterruptedIOException {
    long end = nanoTime.getAsLong() + longest.toNanos();
    Waited waited = join(file);
    try {
      return waited.ask.get(() -> demand(waited, file), end) == ExtentState.READABLE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted();
    } finally {
      leave(file);
    }
  }

  private static InterruptedIOException interrupted() {
    return new InterruptedIOException("Interrupted while an extent is rebuilt");
  }

  private Waited join(String file) {
    return files.compute(
        file,
        (any, found) -> {
          Waited one = found == null ? new Waited(nanoTime) : found;
          one.readers++;
          return one;
        });
  }

  private void leave(String file) {
    files.computeIfPresent(
        file,
        (any, one) -> {
          one.readers--;
          if (one.readers > 0) {
            return one;
          }
          close(one.nameNode);
          return null;
        });
  }

  private ExtentState demand(Waited waited, String file)
      throws InterruptedException, InterruptedIOException {
    try {
      LayoutTableProtocol nameNode = waited.nameNode;
      if (nameNode == null) {
        nameNode = user.doAs((PrivilegedExceptionAction<LayoutTableProtocol>) this::connect);
        waited.nameNode = nameNode;
      }
      return nameNode.demand(file);
    } catch (RemoteException e) {
      return refused(file, e.unwrapRemoteException());
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw interrupted();
      }
      LOG.debug("No answer: {}", file, e);
      return isOfNetwork(e) ? ExtentState.AWAITED : ExtentState.NOT_REBUILT;
    }
  }

  private static boolean isOfNetwork(IOException e) {
    return e instanceof SocketException
        || e instanceof SocketTimeoutException
        || e instanceof EOFException;
  }

  private ExtentState refused(String file, IOException cause) {
    LOG.debug("Not asked for: {}", file, cause);
    if (cause instanceof RetriableException || cause instanceof StandbyException) {
      return ExtentState.AWAITED;
    }
    boolean unknown =
        cause instanceof RpcNoSuchProtocolException
            || cause instanceof RpcNoSuchMethodException
            || cause instanceof AuthorizationException;
    if (unknown && reported.compareAndSet(false, true)) {
      LOG.info(
          "{} has no extents rebuilt for readers: it is a router, or its NameNode has not Trident's plugin with trident.hdfs.layout.enabled ({})",
          fileSystem,
          cause.toString());
    }
    return ExtentState.NOT_REBUILT;
  }

  private LayoutTableProtocol connect() throws IOException {
    return NameNodeProxies.toActive(
        fileSystem,
        conf,
        LayoutTableProtocol.class,
        (address, caller, settings) -> LayoutTableCalls.to(address, caller, settings, timeout));
  }

  private static void close(@Nullable LayoutTableProtocol nameNode) {
    try {
      if (nameNode instanceof Closeable one) {
        one.close();
      } else if (nameNode != null) {
        RPC.stopProxy(nameNode);
      }
    } catch (IOException e) {
      LOG.debug("Not closed", e);
    }
  }
}

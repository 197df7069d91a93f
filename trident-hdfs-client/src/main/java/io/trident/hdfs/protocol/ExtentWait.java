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
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until an extent can be read. The NameNode is asked again and again, so that none of its
 * handlers waits.
 *
 * @param fileSystem scheme and authority
 * @param user who reads
 * @param nanoTime monotonic clock in nanoseconds
 */
public record ExtentWait(
    URI fileSystem, Configuration conf, UserGroupInformation user, LongSupplier nanoTime) {
  private static final Logger LOG = LoggerFactory.getLogger(ExtentWait.class);
  private static final long PAUSE_MS = 250;

  /**
   * Has an extent rebuilt, and waits for it. For a file that is no extent, or without a plugin, it
   * returns after a call.
   *
   * @param longest time to wait; an answer may take as long again
   * @return whether it can be read
   * @throws InterruptedIOException if the thread is interrupted
   */
  public boolean isOver(String file, Duration longest) throws InterruptedIOException {
    long end = nanoTime.getAsLong() + longest.toNanos();
    @Nullable LayoutTableProtocol nameNode = null;
    try {
      nameNode = user.doAs((PrivilegedExceptionAction<LayoutTableProtocol>) () -> to(longest));
      ExtentState state = demand(nameNode, file);
      while (state == ExtentState.AWAITED && nanoTime.getAsLong() - end < 0) {
        Thread.sleep(PAUSE_MS);
        state = demand(nameNode, file);
      }
      return state == ExtentState.READABLE;
    } catch (InterruptedException e) {
      throw interrupted();
    } catch (InterruptedIOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      LOG.debug("Not asked for: {}", file, e); // a time-out
      return false;
    } catch (IOException e) {
      LOG.debug("Not asked for: {}", file, e);
      return false;
    } finally {
      close(nameNode);
    }
  }

  private LayoutTableProtocol to(Duration longest) throws IOException {
    return NameNodeProxies.toActive(
        fileSystem,
        conf,
        LayoutTableProtocol.class,
        (address, caller, settings) -> LayoutTableCalls.to(address, caller, settings, longest));
  }

  private static ExtentState demand(LayoutTableProtocol nameNode, String file) throws IOException {
    try {
      return nameNode.demand(file);
    } catch (RemoteException e) {
      if (e.unwrapRemoteException() instanceof RetriableException) {
        return ExtentState.AWAITED;
      }
      throw e;
    }
  }

  private static InterruptedIOException interrupted() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("Interrupted while an extent is rebuilt");
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

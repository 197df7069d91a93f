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
package io.trident.hdfs.cache;

import io.trident.core.storage.PinState;
import io.trident.hdfs.HdfsKeys.WithoutPlugin;
import io.trident.hdfs.protocol.BlockCacheClient;
import io.trident.hdfs.protocol.BlockCacheProtocol;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.NameNodeProxies;
import io.trident.hdfs.protocol.PinStatus;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.InvalidRequestException;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RpcNoSuchMethodException;
import org.apache.hadoop.ipc.RpcNoSuchProtocolException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The blocks of a session that are on one file system: under a lease of the NameNode's plugin, or
 * by cache directives if it has none. Used by one thread at a time.
 */
final class CachePart {
  private static final Logger LOG = LoggerFactory.getLogger(BlockCacher.class);

  private final DistributedFileSystem hdfs;
  private final List<CachePin> pins;
  private final CacheSettings settings;
  private final LongSupplier nanoTime;
  private final LeaseBackend leases;
  private @Nullable DirectiveBackend directives;
  private long leasesTriedAt;
  private boolean answered;
  private @Nullable Long absentSince;

  CachePart(
      DistributedFileSystem hdfs,
      Configuration conf,
      String owner,
      List<CachePin> pins,
      CacheSettings settings,
      LongSupplier nanoTime)
      throws IOException {
    this.hdfs = hdfs;
    this.pins = pins;
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.leases =
        new LeaseBackend(
            plugin(hdfs.getUri(), conf, settings),
            UUID.randomUUID().toString(),
            owner,
            pins,
            settings,
            nanoTime);
  }

  /** Returns a proxy of the active NameNode's plugin. */
  static BlockCacheProtocol plugin(URI fileSystem, Configuration conf, CacheSettings settings)
      throws IOException {
    return NameNodeProxies.toActive(
        fileSystem,
        conf,
        BlockCacheProtocol.class,
        (nameNode, user, own) -> BlockCacheClient.to(nameNode, user, own, settings.callTimeout()));
  }

  /**
   * Asks, or asks again. While directives take the place of leases, the plugin is looked for now
   * and then: it may have been refused or switched off for a while only.
   *
   * @throws IOException if the NameNode could not be asked now
   */
  List<PinStatus> step() throws IOException {
    try {
      if (directives != null) {
        if (nanoTime.getAsLong() - leasesTriedAt < settings.pluginRetryAfter().toNanos()) {
          return directives.step();
        }
        leasesTriedAt = nanoTime.getAsLong();
        leases.probe();
        directives.release(); // first, since both count in the pool
        directives = null;
        LOG.info("{} caches single blocks again", hdfs.getUri());
      }
      List<PinStatus> states = leases.step();
      answered = true;
      absentSince = null;
      return states;
    } catch (RemoteException e) {
      return refused(e);
    } catch (AccessControlException | InvalidRequestException e) {
      return all(PinState.REFUSED, firstLine(e));
    }
  }

  private List<PinStatus> refused(RemoteException e) throws IOException {
    IOException cause =
        e.unwrapRemoteException(
            RpcNoSuchProtocolException.class,
            RpcNoSuchMethodException.class,
            AuthorizationException.class,
            AccessControlException.class,
            InvalidRequestException.class);
    if (cause instanceof RpcNoSuchProtocolException
        || cause instanceof RpcNoSuchMethodException
        || cause instanceof AuthorizationException
        || UnsupportedOperationException.class.getName().equals(e.getClassName())) {
      return absent(cause);
    }
    if (cause instanceof AccessControlException || cause instanceof InvalidRequestException) {
      return all(PinState.REFUSED, firstLine(cause));
    }
    throw e;
  }

  /**
   * A NameNode that starts serves HDFS's protocols a moment before the plugin's: what is absent is
   * looked for a second time, and for a time to live if it was there before.
   */
  private List<PinStatus> absent(IOException why) throws IOException {
    if (directives != null) {
      return directives.step();
    }
    long now = nanoTime.getAsLong();
    Duration patience = answered ? settings.ttl() : settings.pollInterval();
    if (absentSince == null) {
      absentSince = now;
    }
    return now - absentSince < patience.toNanos()
        ? all(PinState.PENDING, "looking for the NameNode's plugin")
        : withoutPlugin(why);
  }

  private List<PinStatus> withoutPlugin(IOException why) throws IOException {
    if (settings.withoutPlugin() == WithoutPlugin.NOTHING) {
      return all(PinState.REFUSED, "the NameNode runs no Trident plugin");
    }
    LOG.warn(
        "{} does not cache single blocks ({}): whole files are cached by cache directives",
        hdfs.getUri(),
        firstLine(why));
    leasesTriedAt = nanoTime.getAsLong();
    directives = new DirectiveBackend(hdfs, pins, settings, nanoTime);
    return directives.step();
  }

  /** Lets go of the blocks. */
  void release() throws IOException {
    if (directives != null) {
      directives.release();
    } else {
      leases.release();
    }
  }

  private List<PinStatus> all(PinState state, String message) {
    return Set.copyOf(pins).stream().map(pin -> new PinStatus(pin, state, message)).toList();
  }

  private static String firstLine(IOException e) {
    String message = String.valueOf(e.getMessage());
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}

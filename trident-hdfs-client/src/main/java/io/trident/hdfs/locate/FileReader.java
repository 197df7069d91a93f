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

import io.trident.core.storage.Availability;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.protocol.LocatedFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Asks the NameNode of a file for all its blocks, as a fixed user: one call, to Trident's plugin
 * where there is one, else the call that {@code open} makes. Several files of a NameNode are asked
 * for together; those that such a call does not return are asked for alone.
 */
final class FileReader implements AutoCloseable {
  private static final FileTiers UNREACHABLE = FileTiers.unknown(Availability.UNREACHABLE);

  private final Configuration conf;
  private final HdfsResolver resolver;
  private final UserGroupInformation user;
  private final LocatorMetrics metrics;
  private final LocatedBlocksReader translator;
  private final LongSupplier nanoTime;
  private final Duration pluginTimeout;
  private final Duration pluginRetryAfter;
  private final Duration retryAfter;
  private final Map<URI, PluginClient> plugins = new ConcurrentHashMap<>();
  private final Set<URI> withoutListing = ConcurrentHashMap.newKeySet();

  FileReader(
      Configuration conf,
      UserGroupInformation user,
      LongSupplier nanoTime,
      LocatorMetrics metrics,
      SeenNodes nodes) {
    this.conf = conf;
    this.resolver = new HdfsResolver(conf);
    this.user = user;
    this.nanoTime = nanoTime;
    this.metrics = metrics;
    this.pluginTimeout = Duration.ofMillis(HdfsKeys.PLUGIN_TIMEOUT_MS.read(conf::get));
    this.pluginRetryAfter = Duration.ofMillis(HdfsKeys.PLUGIN_RETRY_AFTER_MS.read(conf::get));
    this.retryAfter = Duration.ofMillis(HdfsKeys.LOCATE_RETRY_AFTER_MS.read(conf::get));
    this.translator = new LocatedBlocksReader(metrics, nodes);
  }

  /** Reads files, one entry per path; what goes wrong is in {@link FileTiers#availability}. */
  Map<String, FileTiers> read(List<String> paths) {
    Map<String, FileTiers> read = new HashMap<>();
    if (paths.size() > 1) {
      user.doAs(
          (PrivilegedAction<Void>)
              () -> {
                byFileSystem(paths).forEach((hdfs, files) -> readTogether(hdfs, files, read));
                return null;
              });
    }
    for (String path : paths) {
      read.computeIfAbsent(path, this::read);
    }
    return read;
  }

  /**
   * Groups files, by path within their NameNode; leaves out those that cannot be identified by
   * path.
   */
  private Map<DistributedFileSystem, Map<String, String>> byFileSystem(List<String> paths) {
    Map<DistributedFileSystem, Map<String, String>> groups = new HashMap<>();
    for (String text : paths) {
      try {
        resolver
            .resolve(new Path(text))
            .ifPresent(
                file ->
                    groups
                        .computeIfAbsent(file.fileSystem(), any -> new LinkedHashMap<>())
                        .put(text, file.src()));
      } catch (IOException | RuntimeException e) {
        continue; // asked for alone, it reports why
      }
    }
    return groups;
  }

  private void readTogether(
      DistributedFileSystem hdfs, Map<String, String> srcByPath, Map<String, FileTiers> read) {
    Set<String> srcs = new LinkedHashSet<>(srcByPath.values());
    Map<String, LocatedFile> located;
    try {
      located = locate(hdfs, srcs);
    } catch (RemoteException e) {
      withoutListing.add(hdfs.getUri());
      metrics.degraded(Degradation.NO_BATCHES, hdfs.getUri().toString(), e);
      return;
    } catch (FileNotFoundException | AccessControlException e) {
      return; // of one file: asked for alone, each reports its own
    } catch (RetriableException e) { // counted where the plugin was asked
      srcByPath.keySet().forEach(path -> read.put(path, UNREACHABLE));
      return;
    } catch (IOException | RuntimeException e) {
      // The way to the NameNode is the same for each file alone.
      for (String path : srcByPath.keySet()) {
        read.computeIfAbsent(
            path, text -> degraded(Degradation.UNREACHABLE, Availability.UNREACHABLE, text, e));
      }
      return;
    }
    for (Map.Entry<String, String> file : srcByPath.entrySet()) {
      LocatedFile answer = located.get(file.getValue());
      if (answer != null) {
        try {
          read.put(file.getKey(), translator.read(file.getKey(), answer));
        } catch (IOException | RuntimeException e) {
          return; // nonsense: asked for alone, it is seen whose
        }
      }
    }
  }

  private Map<String, LocatedFile> locate(DistributedFileSystem hdfs, Set<String> srcs)
      throws IOException {
    Optional<Map<String, LocatedFile>> answer = pluginOf(hdfs).ask(srcs);
    if (answer.isPresent()) {
      return answer.get();
    }
    return withoutListing.contains(hdfs.getUri())
        ? Map.of()
        : FileListing.locate(hdfs.getClient(), srcs);
  }

  private FileTiers read(String text) {
    Path path;
    try {
      path = new Path(text);
    } catch (IllegalArgumentException e) {
      return degraded(Degradation.MISSING, Availability.MISSING, text, e);
    }
    try {
      return user.doAs((PrivilegedExceptionAction<FileTiers>) () -> read(path));
    } catch (FileNotFoundException e) {
      return degraded(Degradation.MISSING, Availability.MISSING, text, e);
    } catch (AccessControlException e) {
      return degraded(Degradation.FORBIDDEN, Availability.FORBIDDEN, text, e);
    } catch (UnsupportedFileSystemException e) {
      return degraded(Degradation.NOT_HDFS, Availability.NO_TIERS, text, e);
    } catch (RetriableException e) { // counted where the plugin was asked
      return UNREACHABLE;
    } catch (IOException | RuntimeException e) {
      return degraded(Degradation.UNREACHABLE, Availability.UNREACHABLE, text, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return degraded(Degradation.UNREACHABLE, Availability.UNREACHABLE, text, e);
    }
  }

  private FileTiers read(Path path) throws IOException {
    Optional<HdfsFile> file = resolver.resolve(path);
    if (file.isEmpty()) {
      metrics.degraded(Degradation.NOT_HDFS, path.toString(), null);
      return FileTiers.unknown(Availability.NO_TIERS);
    }
    DistributedFileSystem hdfs = file.get().fileSystem();
    String src = file.get().src();
    PluginClient plugin = pluginOf(hdfs);
    Optional<LocatedFile> answer = plugin.ask(src);
    if (answer.isPresent()) {
      try {
        return translator.read(path.toString(), answer.get());
      } catch (IOException | RuntimeException e) {
        plugin.disbelieve(e);
      }
    }
    return translator.read(
        path.toString(),
        LocatedFile.withoutPending(hdfs.getClient().getLocatedBlocks(src, 0, Long.MAX_VALUE)));
  }

  @Override
  public void close() {
    plugins.values().forEach(plugin -> IOUtils.closeStream(plugin));
    plugins.clear();
    resolver.close();
  }

  private PluginClient pluginOf(DistributedFileSystem hdfs) {
    return plugins.computeIfAbsent(hdfs.getUri(), this::newPluginClient);
  }

  private PluginClient newPluginClient(URI fileSystem) {
    return new PluginClient(
        fileSystem, conf, pluginTimeout, pluginRetryAfter, retryAfter, nanoTime, metrics);
  }

  private FileTiers degraded(Degradation cause, Availability result, String path, Exception why) {
    metrics.degraded(cause, path, why);
    return FileTiers.unknown(result);
  }
}

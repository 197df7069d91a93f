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

import io.trident.core.config.ConfigException;
import io.trident.hdfs.locate.HdfsResolver;
import io.trident.hdfs.protocol.BlockCacheProtocol;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.LeaseStatus;
import io.trident.hdfs.protocol.PinStatus;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Leases on cached blocks that go by the name of the directory that the blocks' files are in, so
 * that who reads the directory finds them. There is one for each directory and they outlive this
 * process, for their time to live.
 *
 * <p>It acts as the current user and waits for the answers. What fails is an {@link IOException}:
 * also that the file system is not HDFS, that its NameNode has no plugin, or that the lease is of
 * another user.
 */
public final class DirectoryLeases {
  private static final String PREFIX = "output:";
  private static final int MAX_ID = 256;
  private static final int PINS_PER_CALL = 1_000;

  private final Configuration conf;
  private final CacheSettings settings;

  /**
   * Reads the settings.
   *
   * @throws ConfigException if a key of {@link io.trident.hdfs.HdfsKeys} is invalid
   */
  public DirectoryLeases(Configuration conf) {
    this.conf = conf;
    this.settings = CacheSettings.read(conf);
  }

  /**
   * Acquires the lease of a directory, in place of one that is there.
   *
   * @param owner who keeps it, such as a job
   * @param ttl for how long, unless it is renewed; the NameNode may grant less
   * @param blocks of files of the directory
   * @return what became of each block
   */
  public List<PinStatus> acquire(
      Path directory, String owner, Duration ttl, List<BlockToCache> blocks) throws IOException {
    Place place = place(directory);
    BlockCacheProtocol nameNode = plugin(place);
    nameNode.release(place.leaseId());
    List<CachePin> pins =
        blocks.stream()
            .map(
                block ->
                    new CachePin(
                        place.file(new Path(block.path()).getName()),
                        block.blockId(),
                        block.node()))
            .toList();
    List<PinStatus> states = new ArrayList<>();
    for (int from = 0; from < pins.size(); from += PINS_PER_CALL) {
      List<CachePin> some = pins.subList(from, Math.min(pins.size(), from + PINS_PER_CALL));
      states.addAll(
          nameNode.acquire(place.leaseId(), owner, settings.pool(), ttl.toMillis(), some).pins());
    }
    return states;
  }

  /**
   * Prolongs the lease of a directory.
   *
   * @return for how long from now; empty if there is none
   */
  public Optional<Duration> renew(Path directory) throws IOException {
    Place place = place(directory);
    LeaseStatus status = plugin(place).renew(place.leaseId());
    return status.known() ? Optional.of(Duration.ofMillis(status.ttlMs())) : Optional.empty();
  }

  /**
   * Ends the lease of a directory.
   *
   * @return false if there is none
   */
  public boolean release(Path directory) throws IOException {
    Place place = place(directory);
    return plugin(place).release(place.leaseId());
  }

  private BlockCacheProtocol plugin(Place place) throws IOException {
    return CachePart.plugin(place.fileSystem(), conf, settings);
  }

  private Place place(Path directory) throws IOException {
    try (HdfsResolver resolver = new HdfsResolver(conf)) {
      return resolver
          .resolve(directory)
          .map(file -> new Place(file.fileSystem().getUri(), file.src()))
          .orElseThrow(() -> new IOException(directory + " is not on HDFS"));
    }
  }

  /** Returns the identifier of the lease of a directory, given by its path in its NameNode. */
  static String leaseId(String directory) {
    if (PREFIX.length() + directory.length() <= MAX_ID) {
      return PREFIX + directory;
    }
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(directory.getBytes(StandardCharsets.UTF_8));
      return PREFIX + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  /** A directory in its NameNode. */
  private record Place(URI fileSystem, String path) {
    String leaseId() {
      return DirectoryLeases.leaseId(path);
    }

    String file(String name) {
      return path.equals(Path.SEPARATOR) ? path + name : path + Path.SEPARATOR + name;
    }
  }
}

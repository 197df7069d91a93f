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
package io.trident.hdfs.datanode;

import io.trident.core.guard.Guard;
import io.trident.core.layout.slice.SliceAnswer;
import io.trident.core.layout.slice.SliceAsk;
import io.trident.core.layout.slice.SliceCounts;
import io.trident.core.layout.slice.SliceLimits;
import io.trident.core.layout.slice.SliceSchedule;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.layout.TableFiles;
import io.trident.hdfs.metrics.PublishedSource;
import io.trident.hdfs.protocol.ClientText;
import io.trident.hdfs.protocol.SliceCall;
import io.trident.hdfs.protocol.SliceProtocol;
import io.trident.hdfs.protocol.SliceReply;
import io.trident.hdfs.protocol.SliceServer;
import io.trident.hdfs.rpc.TridentPolicyProvider;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.InvalidRequestException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.HDFSPolicyProvider;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockAccess;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves slices of the extents that a DataNode has. When an extent is read, and what is kept,
 * {@link SliceSchedule} decides; this class checks what clients may read, and reads on threads of
 * its own.
 *
 * <p>Who may read the block may have slices of it. The extent is read by its path, as DataNodes
 * read for rebuilds, but only if that file is the block for which the client has shown its token.
 *
 * <p>Clients may be hostile. What a request may take of memory and time is bounded before it is
 * taken; users are those whom the RPC server has authenticated, with Kerberos by the block's token.
 */
final class SliceService implements SliceProtocol, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SliceService.class);

  /** Most bytes in an answer. */
  private static final int PART_BYTES = 1 << 20;

  /** A header for each slice; more is a failure of the read. */
  private static final long HEADER_BYTES = 16 << 10;

  /** What a slice takes beside its content, counted amply: there may be many without any. */
  private static final long KEPT_BYTES = 4 << 10;

  /**
   * Longest row. Keys of a row may take some fifty times its bytes, so that those of all readers
   * are in a part of the heap that matters to nobody.
   */
  private static final int LONGEST_ROW =
      (int) Math.min(1 << 20, Runtime.getRuntime().maxMemory() >> 10);

  /** Slices have a quarter of the heap at most; buffers that grow take half as much again. */
  private static final int HEAP_SHARE = 4;

  private static final int MOST_EXTENTS = 10_000;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long EXPIRE_MS = 1_000;

  private final DataNode node;
  private final Configuration conf;
  private final Guard guard;
  private final SliceFormats formats = new SliceFormats();
  private final ScheduledExecutorService threads;
  private final ScheduledFuture<?> expiry;
  private final PublishedSource metrics;

  /** By this service's lock. */
  private final SliceSchedule<SlicedExtent, ByteString> schedule;

  private final Object clientLock = new Object();

  /** By {@link #clientLock}. */
  private @Nullable FileSystem fileSystem;

  private SliceService(DataNode node, Configuration conf, LongSupplier nanoTime, Guard guard) {
    this.node = node;
    this.conf = conf;
    this.guard = guard;
    SliceLimits limits = limits(conf);
    this.schedule = new SliceSchedule<>(limits, slice -> slice.size() + KEPT_BYTES, nanoTime);
    this.metrics =
        PublishedSource.publish(
            SliceMetrics.NAME, "Slices of Trident's extents", new SliceMetrics(this::counts));
    this.threads =
        Executors.newScheduledThreadPool(
            limits.readers() + 1,
            task -> {
              Thread daemon = new Thread(task, "trident-datanode-slices");
              daemon.setDaemon(true);
              return daemon;
            });
    this.expiry =
        threads.scheduleWithFixedDelay(
            () -> guard.run("Slices that nobody asks for are kept", this::expire),
            EXPIRE_MS,
            EXPIRE_MS,
            TimeUnit.MILLISECONDS);
  }

  private static SliceLimits limits(Configuration conf) {
    return new SliceLimits(
        Math.min(
            (long) HdfsKeys.SLICES_MEMORY_MB.read(conf::get) << 20,
            Runtime.getRuntime().maxMemory() / HEAP_SHARE),
        MOST_EXTENTS,
        HdfsKeys.SLICES_READERS.read(conf::get),
        HdfsKeys.SLICES_PERCENT.read(conf::get),
        Duration.ofMillis(HdfsKeys.SLICES_GATHER_MS.read(conf::get)),
        Duration.ofMillis(HdfsKeys.SLICES_QUEUE_MS.read(conf::get)),
        Duration.ofMillis(HdfsKeys.SLICES_KEEP_MS.read(conf::get)),
        PATIENCE);
  }

  /**
   * Starts to serve, on the DataNode's RPC server.
   *
   * @param nanoTime monotonic clock in nanoseconds
   */
  static SliceService start(DataNode node, Configuration conf, LongSupplier nanoTime, Guard guard)
      throws IOException {
    SliceService service = new SliceService(node, conf, nanoTime, guard);
    boolean isServing = false;
    try {
      SliceServer.add(node.ipcServer, service, guard);
      if (conf.getBoolean(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, false)) {
        node.ipcServer.refreshServiceAcl(conf, new TridentPolicyProvider(new HDFSPolicyProvider()));
      }
      LOG.info("Slices of extents are served on {}", node.ipcServer.getListenerAddress());
      isServing = true;
      return service;
    } finally {
      if (!isServing) {
        service.close();
      }
    }
  }

  @Override
  public SliceReply readSlice(SliceCall call) throws IOException {
    checkPath(call.file());
    if (call.offset() < 0) {
      throw new InvalidRequestException("A slice is read from an offset of 0 or more");
    }
    checkBlock(call);
    SliceFormats.Opened format = formats.open(call.request().spec());
    if (call.request().dimension() >= format.adapters().size()) {
      throw new InvalidRequestException("The table has no such dimension");
    }
    int slices = call.request().slice().slices();
    SlicedExtent extent =
        SlicedExtent.of(
            call.file(), call.block(), format.digest(), call.request().dimension(), slices);
    return answer(Server.getRemoteUser().getUserName(), call, extent, format);
  }

  private static void checkPath(String file) throws InvalidRequestException {
    ClientText.checkPath(file);
    if (!DFSUtilClient.isValidName(file)) {
      throw new InvalidRequestException("An extent's path has no '.', '..' or ':', and no '//'");
    }
  }

  private void checkBlock(SliceCall call) throws IOException {
    ExtendedBlock block = call.block();
    // of other pools HDFS's managers of tokens and locks know nothing: they fail, or make locks
    if (!node.isBPServiceAlive(block.getBlockPoolId())) {
      throw new InvalidRequestException("This DataNode serves no such block pool");
    }
    IdentifierLengths.check(call.token().getIdentifier());
    BlockAccess.check(node, block, call.token());
    if (!node.getFSDataset().isValidBlock(block)
        || node.getFSDataset().getReplicaVisibleLength(block) != block.getNumBytes()) {
      throw new InvalidRequestException(
          "This DataNode does not have the block, or not with such a length");
    }
  }

  private synchronized SliceReply answer(
      String user, SliceCall call, SlicedExtent extent, SliceFormats.Opened format) {
    long bytes = extent.length() + HEADER_BYTES * extent.slices();
    int slice = call.request().slice().number();
    SliceAnswer<ByteString> answer =
        schedule.ask(
            new SliceAsk<>(user, extent, bytes, call.request().slice(), call.request().together()));
    if (answer instanceof SliceAnswer.Ready<ByteString> ready) {
      ByteString content = ready.slice();
      int from = (int) Math.min(call.offset(), content.size());
      int to = (int) Math.min((long) from + PART_BYTES, content.size());
      if (to == content.size()) {
        schedule.taken(user, extent, slice);
      }
      return new SliceReply.Part(content.substring(from, to), content.size());
    } else if (answer instanceof SliceAnswer.Read<ByteString> read) {
      begin(call.file(), extent, format, bytes, read.wanted());
      return new SliceReply.Later(read.retryAfter());
    } else if (answer instanceof SliceAnswer.Wait<ByteString> wait) {
      return new SliceReply.Later(wait.retryAfter());
    }
    return new SliceReply.Refused(((SliceAnswer.Refused<ByteString>) answer).reason());
  }

  /** Has a thread read; whatever happens, the schedule hears of the end. */
  private void begin(
      String file,
      SlicedExtent extent,
      SliceFormats.Opened format,
      long bytes,
      Set<Integer> wanted) {
    boolean isBegun = false;
    try {
      threads.execute(() -> read(file, extent, format, bytes, wanted));
      isBegun = true;
    } finally {
      if (!isBegun) {
        schedule.failed(extent);
      }
    }
  }

  private void read(
      String file,
      SlicedExtent extent,
      SliceFormats.Opened format,
      long bytes,
      Set<Integer> wanted) {
    @Nullable Map<Integer, ByteString> contents = null;
    try {
      contents =
          guard.<@Nullable Map<Integer, ByteString>>get(
              "Clients read some extents themselves, and slice them",
              () -> {
                BlockSource source =
                    new BlockSource(
                        files(),
                        new Path(file),
                        extent.block(),
                        extent.generation(),
                        extent.length(),
                        new ReadBytes());
                long room = bytes - KEPT_BYTES * extent.slices();
                return new SliceRead(
                        source, format.adapters().get(extent.dimension()), room, LONGEST_ROW)
                    .run(extent, wanted);
              },
              () -> null);
    } finally {
      end(extent, contents); // for want of memory, too
    }
  }

  private synchronized void end(SlicedExtent extent, @Nullable Map<Integer, ByteString> contents) {
    if (contents == null) {
      schedule.failed(extent);
    } else {
      schedule.done(extent, contents);
    }
  }

  /** Apart from the schedule's lock, by which requests are answered. */
  private FileSystem files() throws IOException {
    synchronized (clientLock) {
      FileSystem client = fileSystem;
      if (client == null) {
        client =
            FileSystem.newInstance(
                FileSystem.getDefaultUri(conf), TableFiles.clientConfiguration(conf));
        fileSystem = client;
      }
      return client;
    }
  }

  private synchronized void expire() {
    schedule.expire();
  }

  private synchronized SliceCounts counts() {
    return schedule.counts();
  }

  @Override
  public void close() throws IOException {
    expiry.cancel(false);
    threads.shutdownNow();
    metrics.close();
    FileSystem client;
    synchronized (clientLock) {
      client = fileSystem;
      fileSystem = null;
    }
    if (client != null) {
      client.close();
    }
  }
}

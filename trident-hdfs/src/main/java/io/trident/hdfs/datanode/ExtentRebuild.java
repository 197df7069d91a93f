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

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.core.layout.recovery.RecoveryPlanner;
import io.trident.hdfs.layout.SuperExtentId;
import io.trident.hdfs.layout.TableFiles;
import io.trident.hdfs.protocol.BadReplica;
import io.trident.hdfs.protocol.RebuildOutcome;
import io.trident.hdfs.protocol.RebuildOutcome.Result;
import io.trident.hdfs.protocol.RebuildTask;
import io.trident.layout.extent.CorruptSourceException;
import io.trident.layout.extent.RebuildMismatchException;
import io.trident.layout.extent.Rebuilt;
import io.trident.layout.extent.SortSpace;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.RowFormats;
import io.trident.layout.table.TablePaths;
import io.trident.layout.table.TableSpec;
import io.trident.layout.worker.WorkerException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds one extent: plans what to read, and sends what is rebuilt to the DataNode as it comes.
 * The DataNode has a replica only if that was compared with the manifest then.
 */
final class ExtentRebuild {
  private static final Logger LOG = LoggerFactory.getLogger(ExtentRebuild.class);

  private final TableFiles tables;
  private final FileSystem unverified;
  private final WorkSpace space;
  private final BlockWriter blocks;
  private final Optional<RowWorkers> workers;
  private final RowFormats formats;

  /**
   * Rebuilds extents of a file system's tables.
   *
   * @param unverified the same file system without HDFS's checksums
   * @param workers where rows are parsed; if there are none, in this JVM
   */
  ExtentRebuild(
      TableFiles tables,
      FileSystem unverified,
      WorkSpace space,
      BlockWriter blocks,
      Optional<RowWorkers> workers) {
    this.tables = tables;
    this.unverified = unverified;
    this.space = space;
    this.blocks = blocks;
    this.workers = workers;
    this.formats = RowFormats.installed(ExtentRebuild.class.getClassLoader());
  }

  /** Rebuilds and writes; never throws but for want of memory. */
  RebuildOutcome run(RebuildTask task, String blockPool, RebuildProgress progress) {
    Result result;
    try {
      return rebuild(task, blockPool, progress);
    } catch (WrongBlockException e) {
      result = failed(task, Result.CORRUPT_SOURCE, e);
    } catch (RebuildMismatchException e) {
      result = failed(task, Result.MISMATCH, e);
    } catch (UnwritableException e) {
      result = failed(task, Result.UNWRITABLE, e);
    } catch (InvalidRecordException | IllegalArgumentException e) {
      result = failed(task, Result.FORMAT, e);
    } catch (WorkerException e) {
      result = failed(task, Result.FAILED, e);
    } catch (IOException e) {
      result = failed(task, Result.UNREADABLE, e);
    } catch (RuntimeException | LinkageError e) {
      result = failed(task, Result.FAILED, e);
    }
    return new RebuildOutcome(task.id(), result, progress.read().total());
  }

  private static Result failed(RebuildTask task, Result result, Throwable cause) {
    LOG.warn(
        "{} of super-extent {} of table {} was not rebuilt: {}",
        task.target(),
        task.superExtent(),
        task.tableInode(),
        result,
        cause);
    return result;
  }

  private RebuildOutcome rebuild(RebuildTask task, String blockPool, RebuildProgress progress)
      throws IOException {
    Manifest manifest = tables.manifest(new SuperExtentId(task.tableInode(), task.superExtent()));
    if (!task.stored().equals(manifest.files().get(task.target()))) {
      throw new WrongBlockException(
          "The manifest is not the one that the NameNode read: " + task.target());
    }
    TableSpec spec = tables.spec(task.tableInode());
    TablePaths paths =
        new TablePaths(formats.find(manifest.adapter(), manifest.adapterVersion()).extension());
    List<Rebuild> steps =
        RecoveryPlanner.plan(manifest, manifest.parity(), Damage.of(task.damaged()))
            .neededFor(task.target());
    if (steps.isEmpty()) {
      throw new IllegalStateException("Too little is left of " + task.damaged());
    }
    Files.createDirectories(space.directory());
    Path directory = Files.createTempDirectory(space.directory(), "task-" + task.id() + "-");
    try {
      ExtentReader sources =
          new ExtentReader(
              tables.fileSystem(), unverified, task.tableInode(), paths, manifest, progress.read());
      StepRebuilder rebuilder = rebuilder(task.tableInode(), spec, manifest, sources, directory);
      try {
        Result result = rebuild(task, blockPool, steps, directory, rebuilder, sources, progress);
        return new RebuildOutcome(task.id(), result, progress.read().total());
      } catch (CorruptSourceException e) {
        return blame(task, sources, e.source(), Result.FORMAT, e, progress);
      } catch (IOException e) {
        Optional<Extent> unreadable = sources.unreadable();
        if (unreadable.isEmpty()) {
          throw e;
        }
        return blame(task, sources, unreadable.get(), Result.UNREADABLE, e, progress);
      }
    } finally {
      FileUtil.fullyDelete(directory.toFile());
    }
  }

  private StepRebuilder rebuilder(
      long table, TableSpec spec, Manifest manifest, ExtentReader sources, Path directory)
      throws IOException {
    if (workers.isEmpty()) {
      return StepRebuilder.inThisJvm(
          spec, formats, manifest, sources, new SortSpace(directory, space.sortBytes()));
    }
    RowWorkers processes = workers.get();
    return StepRebuilder.inWorkers(
        processes.workers(),
        tables.owner(table),
        spec,
        manifest,
        sources,
        new SortSpace(directory, processes.sortBytes(space.sortBytes())));
  }

  private Result rebuild(
      RebuildTask task,
      String blockPool,
      List<Rebuild> steps,
      Path directory,
      StepRebuilder rebuilder,
      ExtentReader sources,
      RebuildProgress progress)
      throws IOException {
    int last = steps.size() - 1;
    for (Rebuild step : steps.subList(0, last)) { // of broken files, which are not written
      Path local = directory.resolve("extent-" + steps.indexOf(step));
      if (!isEqual(rebuild(rebuilder, step, local, progress), step)) {
        return Result.MISMATCH;
      }
      sources.add(step.target(), new org.apache.hadoop.fs.Path(local.toUri()));
    }
    return write(task, blockPool, rebuilder, steps.get(last), progress);
  }

  /**
   * Names the replicas for which a rebuild has failed: those that have other bytes than were
   * written.
   *
   * @param otherwise the result if there are none; then rows are read in another way than they were
   *     written, or HDFS cannot read what is there
   */
  private static RebuildOutcome blame(
      RebuildTask task,
      ExtentReader sources,
      Extent source,
      Result otherwise,
      Exception cause,
      RebuildProgress progress)
      throws IOException {
    List<BadReplica> bad = sources.badReplicas(source);
    Result result = failed(task, bad.isEmpty() ? otherwise : Result.CORRUPT_SOURCE, cause);
    return new RebuildOutcome(task.id(), result, progress.read().total(), bad);
  }

  private static boolean isEqual(Rebuilt rebuilt, Rebuild step) {
    if (rebuilt.equality() == Rebuilt.Equality.BYTES) {
      return true;
    }
    LOG.warn("{} was rebuilt to other bytes, and is not written", step.target());
    return false;
  }

  private static Rebuilt rebuild(
      StepRebuilder rebuilder, Rebuild step, Path local, RebuildProgress progress)
      throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(local))) {
      return rebuilder.rebuild(step, progress.counting(out));
    }
  }

  /** Rebuilds an extent as its block is written, which is finished only if it is what was lost. */
  private Result write(
      RebuildTask task,
      String blockPool,
      StepRebuilder rebuilder,
      Rebuild step,
      RebuildProgress progress)
      throws IOException {
    StoredObject stored = task.stored();
    ExtendedBlock block =
        new ExtendedBlock(
            blockPool, stored.identity().block(), stored.length(), stored.identity().generation());
    try (ReplicaStream out = blocks.begin(block, task.storageType(), task.storageId())) {
      if (!isEqual(rebuilder.rebuild(step, progress.counting(out)), step)) {
        return Result.MISMATCH;
      }
      out.finish();
    }
    return Result.DONE;
  }
}

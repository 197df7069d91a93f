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

import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.core.layout.recovery.RecoveryPlanner;
import io.trident.hdfs.layout.SuperExtentId;
import io.trident.hdfs.layout.TableFiles;
import io.trident.hdfs.protocol.RebuildOutcome;
import io.trident.hdfs.protocol.RebuildOutcome.Result;
import io.trident.hdfs.protocol.RebuildTask;
import io.trident.layout.extent.CorruptSourceException;
import io.trident.layout.extent.ExtentRebuilder;
import io.trident.layout.extent.RebuildMismatchException;
import io.trident.layout.extent.Rebuilt;
import io.trident.layout.extent.SortSpace;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.RowFormats;
import io.trident.layout.table.TablePaths;
import io.trident.layout.table.TableSpec;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds one extent: plans what to read, rebuilds into a local file, which is compared with the
 * manifest, and writes the block only then.
 */
final class ExtentRebuild {
  private static final Logger LOG = LoggerFactory.getLogger(ExtentRebuild.class);

  private final TableFiles tables;
  private final WorkSpace space;
  private final BlockWriter blocks;
  private final RowFormats formats;

  ExtentRebuild(TableFiles tables, WorkSpace space, BlockWriter blocks) {
    this.tables = tables;
    this.space = space;
    this.blocks = blocks;
    this.formats = RowFormats.installed(ExtentRebuild.class.getClassLoader());
  }

  /** Rebuilds and writes; never throws but for want of memory. */
  RebuildOutcome run(RebuildTask task, String blockPool) {
    ReadBytes read = new ReadBytes();
    Result result;
    try {
      result = rebuild(task, blockPool, read);
    } catch (CorruptSourceException | WrongBlockException e) {
      result = failed(task, Result.CORRUPT_SOURCE, e);
    } catch (RebuildMismatchException e) {
      result = failed(task, Result.MISMATCH, e);
    } catch (UnwritableException e) {
      result = failed(task, Result.UNWRITABLE, e);
    } catch (InvalidRecordException | IllegalArgumentException e) {
      result = failed(task, Result.FORMAT, e);
    } catch (IOException e) {
      result = failed(task, Result.UNREADABLE, e);
    } catch (RuntimeException | LinkageError e) {
      result = failed(task, Result.FAILED, e);
    }
    return new RebuildOutcome(task.id(), result, read.total());
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

  private Result rebuild(RebuildTask task, String blockPool, ReadBytes read) throws IOException {
    Manifest manifest = tables.manifest(new SuperExtentId(task.tableInode(), task.superExtent()));
    if (!task.stored().equals(manifest.files().get(task.target()))) {
      throw new WrongBlockException(
          "The manifest is not the one that the NameNode read: " + task.target());
    }
    TableSpec spec = tables.spec(task.tableInode());
    FormatAdapter adapter = spec.open(formats);
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
          new ExtentReader(tables.fileSystem(), task.tableInode(), paths, manifest, read);
      ExtentRebuilder rebuilder =
          new ExtentRebuilder(
              manifest, adapter, sources, new SortSpace(directory, space.sortBytes()));
      Path local = directory;
      for (Rebuild step : steps) { // those before the last are of broken files
        local = directory.resolve("extent-" + steps.indexOf(step));
        if (rebuild(rebuilder, step, local).equality() != Rebuilt.Equality.BYTES) {
          LOG.warn("{} was rebuilt to other bytes, and is not written", step.target());
          return Result.MISMATCH;
        }
        sources.add(step.target(), new org.apache.hadoop.fs.Path(local.toUri()));
      }
      write(task, blockPool, local);
      return Result.DONE;
    } finally {
      FileUtil.fullyDelete(directory.toFile());
    }
  }

  private static Rebuilt rebuild(ExtentRebuilder rebuilder, Rebuild step, Path local)
      throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(local))) {
      return rebuilder.rebuild(step, out);
    }
  }

  private void write(RebuildTask task, String blockPool, Path local) throws UnwritableException {
    StoredObject stored = task.stored();
    ExtendedBlock block =
        new ExtendedBlock(
            blockPool, stored.identity().block(), stored.length(), stored.identity().generation());
    try {
      blocks.write(block, task.storageType(), task.storageId(), local);
    } catch (IOException | IllegalArgumentException e) {
      throw new UnwritableException(e);
    }
  }

  /** The block was rebuilt, and could not be written. */
  private static final class UnwritableException extends IOException {
    private static final long serialVersionUID = 1L;

    UnwritableException(Exception cause) {
      super(cause);
    }
  }
}

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
package io.trident.layout.worker;

import io.trident.core.layout.DataExtent;
import io.trident.layout.extent.CorruptSourceException;
import io.trident.layout.extent.RebuildMismatchException;
import io.trident.layout.format.InvalidRecordException;
import java.io.IOException;

/**
 * Why a worker could not rebuild an extent, as it travels to the host. There it becomes the
 * exception that the rebuild would have thrown in the host's own JVM: what is done about the
 * failure hangs on its type.
 *
 * @param extent the corrupt source; of other kinds the target
 */
record RebuildFailure(Kind kind, DataExtent extent, String message) {
  /** Most characters of a message. */
  private static final int MOST_CHARACTERS = 1_000;

  private static final Kind[] KINDS = Kind.values();

  /** What has failed; the order is that of the bytes on the wire. */
  enum Kind {
    /** A source is not what the manifest has. */
    CORRUPT_SOURCE,
    /** What was rebuilt is not what was lost. */
    MISMATCH,
    /** The format is not installed, or cannot hold a row. */
    FORMAT,
    /** A file of the worker, or a stream of it. */
    FILES,
    /** The adapter. */
    OTHER
  }

  /** What has become of a rebuild. */
  static RebuildFailure of(DataExtent target, Throwable failure) {
    if (failure instanceof CorruptSourceException corrupt
        && corrupt.source() instanceof DataExtent source) {
      return new RebuildFailure(Kind.CORRUPT_SOURCE, source, corrupt.detail());
    } else if (failure instanceof RebuildMismatchException mismatch) {
      return new RebuildFailure(Kind.MISMATCH, target, mismatch.detail());
    } else if (failure instanceof InvalidRecordException
        || failure instanceof IllegalArgumentException) {
      return new RebuildFailure(Kind.FORMAT, target, String.valueOf(failure.getMessage()));
    } else if (failure instanceof IOException) {
      return new RebuildFailure(Kind.FILES, target, failure.toString());
    }
    return new RebuildFailure(Kind.OTHER, target, failure.toString());
  }

  Frame encode() {
    return Frame.of(
        Frame.Type.FAILED,
        out -> {
          out.writeByte(kind.ordinal());
          RebuildJob.write(out, extent);
          out.writeUTF(message.substring(0, Math.min(message.length(), MOST_CHARACTERS)));
        });
  }

  /**
   * Reads a failure of a job.
   *
   * @throws MalformedFrameException if it is none, or names an extent that the job does not read
   */
  static RebuildFailure decode(Frame frame, RebuildJob job) throws MalformedFrameException {
    return frame.read(
        in -> {
          int kind = in.readUnsignedByte();
          if (kind >= KINDS.length) {
            throw new MalformedFrameException("A failure of kind %d".formatted(kind));
          }
          DataExtent extent = RebuildJob.extent(in);
          if (KINDS[kind] == Kind.CORRUPT_SOURCE && !job.sources().contains(extent)) {
            throw new MalformedFrameException("%s is no source of the rebuild".formatted(extent));
          }
          return new RebuildFailure(KINDS[kind], extent, in.readUTF());
        });
  }

  /** Makes an exception of it. */
  IOException toException(DataExtent target) {
    return switch (kind) {
      case CORRUPT_SOURCE -> new CorruptSourceException(extent, message, null);
      case MISMATCH -> new RebuildMismatchException(target, message);
      case FORMAT -> new InvalidRecordException(message);
      case FILES -> new IOException("In the worker: " + message);
      case OTHER -> new WorkerException(WorkerException.Reason.FAILED, message);
    };
  }
}

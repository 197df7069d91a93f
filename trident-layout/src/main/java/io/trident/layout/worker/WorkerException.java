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

import java.io.IOException;

/** A rebuild has ended with its worker, or for want of one. */
public final class WorkerException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Why there is no result. */
  public enum Reason {
    /** No process could be started, or it did not get ready. */
    NOT_STARTED,
    /** The process used up its heap. */
    OUT_OF_MEMORY,
    /** The process ended otherwise. */
    DIED,
    /** The process made no progress for too long, and was killed. */
    HUNG,
    /** The process sent what makes no sense, and was killed. */
    GARBLED,
    /** The adapter failed in a way that no adapter should. */
    FAILED,
    /** Too many have failed; for a while none is started, or none used for the table's owner. */
    PAUSED
  }

  WorkerException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Returns why. */
  public Reason reason() {
    return reason;
  }
}

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

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A message between host and worker. */
record Frame(Type type, byte[] content) {
  /** What a message is; the order is that of the bytes on the wire. */
  enum Type {
    /** Worker: it is ready. Content: the protocol's version. */
    HELLO,
    /** Host: a rebuild to do. */
    JOB,
    /** Worker: a range of a source, by a number that it chooses. No answer. */
    OPEN,
    /** Worker: the next bytes of a range are wanted; a chunk follows. */
    READ,
    /** Host: some bytes of a range; none at its end. */
    CHUNK,
    /** Worker: a range is no longer needed. No answer. */
    CLOSE,
    /** Worker: the next bytes of the extent. No answer. */
    OUT,
    /** Worker: all bytes of the extent were sent. */
    DONE,
    /** Worker: the extent cannot be rebuilt, and why. */
    FAILED
  }

  /** Writes a content. */
  @FunctionalInterface
  interface Writer {
    void write(DataOutputStream out) throws IOException;
  }

  /** Reads a content. */
  @FunctionalInterface
  interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }

  /** Makes a frame of numbers and texts. */
  static Frame of(Type type, Writer writer) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try {
      writer.write(new DataOutputStream(content));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a text that is too long
    }
    return new Frame(type, content.toByteArray());
  }

  /**
   * Reads the content, all of it.
   *
   * @throws MalformedFrameException if it is too short or too long, or the reader refuses it
   */
  <T> T read(Reader<T> reader) throws MalformedFrameException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
    T read;
    try {
      read = reader.read(in);
      if (in.available() > 0) {
        throw new MalformedFrameException("%s has bytes too many".formatted(type));
      }
    } catch (MalformedFrameException e) {
      throw e;
    } catch (IOException | IllegalArgumentException e) {
      throw new MalformedFrameException("%s makes no sense: %s".formatted(type, e));
    }
    return read;
  }
}

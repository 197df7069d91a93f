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

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Frames over two streams: a byte for the type, four for the length, big-endian, and the content.
 * One thread may send while another receives.
 */
final class Frames {
  /** Most bytes of a source or of an extent in a frame. */
  static final int CHUNK_BYTES = 64 << 10;

  /** Most bytes of a frame from a worker. */
  static final int MOST_FROM_WORKER = CHUNK_BYTES;

  private static final Frame.Type[] TYPES = Frame.Type.values();

  private final DataInputStream in;
  private final DataOutputStream out;
  private final int most;

  /**
   * Frames over these streams, which are better buffered.
   *
   * @param most bytes of a content that is received
   */
  Frames(InputStream in, OutputStream out, int most) {
    this.in = new DataInputStream(in);
    this.out = new DataOutputStream(out);
    this.most = most;
  }

  /** Sends a frame. */
  void send(Frame frame) throws IOException {
    send(frame.type(), frame.content(), 0, frame.content().length);
  }

  /** Sends a frame of a part of an array. */
  void send(Frame.Type type, byte[] bytes, int offset, int length) throws IOException {
    out.writeByte(type.ordinal());
    out.writeInt(length);
    out.write(bytes, offset, length);
    out.flush();
  }

  /**
   * Receives a frame.
   *
   * @throws java.io.EOFException if the other side has ended
   * @throws MalformedFrameException if the bytes are no frame, or it has too many
   */
  Frame receive() throws IOException {
    int type = in.readUnsignedByte();
    if (type >= TYPES.length) {
      throw new MalformedFrameException("A frame of type %d".formatted(type));
    }
    int length = in.readInt();
    if (length < 0 || length > most) {
      throw new MalformedFrameException(
          "%s of %d bytes, where %d are most".formatted(TYPES[type], length, most));
    }
    byte[] content = new byte[length];
    in.readFully(content);
    return new Frame(TYPES[type], content);
  }
}

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
package io.trident.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Measures a link between two nodes: a program for either end. */
final class LinkProbe {
  private static final int CHUNK = 64 << 10;

  private LinkProbe() {}

  /**
   * {@code serve ADDRESS BYTES} prints a port and sends so many bytes to whoever connects first;
   * {@code fetch ADDRESS PORT} reads them and prints bytes per second. The first tenth is not
   * counted: it holds the connection's slow start and the links' bursts.
   */
  public static void main(String[] arguments) throws IOException {
    InetAddress address = InetAddress.getByName(arguments[1]);
    if (arguments[0].equals("serve")) {
      serve(address, Long.parseLong(arguments[2]));
    } else {
      System.out.printf("%.0f%n", fetch(address, Integer.parseInt(arguments[2])));
    }
  }

  private static void serve(InetAddress address, long bytes) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, address)) {
      server.setSoTimeout(60_000);
      System.out.println(server.getLocalPort());
      try (Socket socket = server.accept()) {
        OutputStream out = socket.getOutputStream();
        byte[] header = Long.toString(bytes).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        out.write(header.length);
        out.write(header);
        byte[] chunk = new byte[CHUNK];
        for (long left = bytes; left > 0; left -= chunk.length) {
          out.write(chunk, 0, (int) Math.min(left, chunk.length));
        }
      }
    }
  }

  static double fetch(InetAddress address, int port) throws IOException {
    try (Socket socket = new Socket(address, port)) {
      socket.setSoTimeout(60_000);
      InputStream in = socket.getInputStream();
      int digits = in.read();
      long total =
          Long.parseLong(
              new String(in.readNBytes(digits), java.nio.charset.StandardCharsets.US_ASCII));
      byte[] chunk = new byte[CHUNK];
      long read = 0;
      while (read < total / 10) {
        read += in.read(chunk);
      }
      long counted = read;
      long start = System.nanoTime();
      int got;
      while ((got = in.read(chunk)) > 0) {
        read += got;
      }
      if (read != total) {
        throw new IOException("The link broke after %d of %d bytes".formatted(read, total));
      }
      return (read - counted) * 1e9 / (System.nanoTime() - start);
    }
  }
}

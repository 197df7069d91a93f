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

import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.RowFormats;
import io.trident.layout.format.Schema;
import io.trident.layout.format.Tables;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** The main class of a worker whose adapter does what an option of the table asks for. */
final class MisbehavingWorker {
  static final String OPTION = "does";

  private MisbehavingWorker() {}

  public static void main(String[] arguments) throws Exception {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err);
    WorkerMain.start(System.in, out, new RowFormats(List.of(new Format())));
  }

  private record Format(RowFormat csv) implements RowFormat {
    Format() {
      this(Tables.formats().find("csv", 1));
    }

    @Override
    public String name() {
      return csv.name();
    }

    @Override
    public int version() {
      return csv.version();
    }

    @Override
    public String extension() {
      return csv.extension();
    }

    @Override
    public FormatAdapter open(Schema schema, List<String> keys, Map<String, String> options) {
      Map<String, String> others = new HashMap<>(options);
      String what = others.remove(OPTION);
      FormatAdapter adapter = csv.open(schema, keys, others);
      return (FormatAdapter)
          Proxy.newProxyInstance(
              Format.class.getClassLoader(),
              new Class<?>[] {FormatAdapter.class},
              (proxy, method, arguments) -> {
                Object result;
                try {
                  result = method.invoke(adapter, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
                if (method.getName().equals("readBucket") && what != null) {
                  behave(what); // the host has opened a range by now
                }
                return result;
              });
    }
  }

  private static void behave(String what) throws IOException {
    switch (what) {
      case "print" -> System.out.println("what a library prints");
      case "garble" -> {
        byte[] text = "what native code prints".getBytes(StandardCharsets.UTF_8);
        new FileOutputStream(FileDescriptor.out).write(text);
      }
      case "halt" -> Runtime.getRuntime().halt(9);
      case "fill" -> fill();
      case "recurse" -> recurse(0);
      case "miss" -> throw new NoClassDefFoundError("a/Codec");
      case "refuse" -> throw new IOException("no space left");
      case "hang" -> hang();
      default -> throw new IllegalArgumentException(what);
    }
  }

  private static void hang() {
    while (true) {
      LockSupport.park();
    }
  }

  private static void fill() {
    List<byte[]> kept = new ArrayList<>();
    while (kept.size() < Integer.MAX_VALUE) {
      kept.add(new byte[1 << 20]);
    }
  }

  private static int recurse(int depth) {
    return depth < 0 ? 0 : recurse(depth + 1) + 1;
  }
}

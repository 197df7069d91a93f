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
package io.trident.rules;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What of a package others may use: its public types with their public and protected members. */
final class Signatures {
  private Signatures() {}

  /** Returns them as javap prints them, sorted by type. */
  static String ofPackage(Path classes, String directory) throws IOException {
    try (Stream<Path> files = Files.list(classes.resolve(directory))) {
      return of(files.filter(file -> file.toString().endsWith(".class")).sorted().toList());
    }
  }

  private static String of(List<Path> classFiles) {
    StringWriter out = new StringWriter();
    PrintWriter printer = new PrintWriter(out);
    Stream<String> arguments =
        Stream.concat(Stream.of("-protected"), classFiles.stream().map(Path::toString));
    ToolProvider javap = ToolProvider.findFirst("javap").orElseThrow();
    if (javap.run(printer, printer, arguments.toArray(String[]::new)) != 0) {
      throw new IllegalArgumentException("javap cannot read them all: " + out);
    }
    return Arrays.stream(out.toString().split("(?m)^Compiled from .*\n"))
        .filter(type -> type.startsWith("public "))
        .collect(Collectors.joining());
  }
}

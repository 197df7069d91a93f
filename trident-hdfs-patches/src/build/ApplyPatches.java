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

import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.patch.Patch;
import com.github.difflib.patch.PatchFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Applies unified diffs, of one file each, to sources of Hadoop: {@code ApplyPatches PATCHES SOURCES
 * RESULT}. Each must fit at the lines that it names, or the build fails. Run by the build from its source.
 */
final class ApplyPatches {
  private static final String TO = "+++ b/";

  private ApplyPatches() {}

  public static void main(String[] args) throws IOException, PatchFailedException {
    List<Path> patches;
    try (Stream<Path> files = Files.list(Path.of(args[0]))) {
      patches = files.filter(file -> file.toString().endsWith(".patch")).sorted().toList();
    }
    for (Path file : patches) {
      List<String> lines = Files.readAllLines(file);
      String target =
          lines.stream()
              .filter(line -> line.startsWith(TO))
              .map(line -> line.substring(TO.length()))
              .findFirst()
              .orElseThrow(() -> new IOException(file + " names no file: " + TO));
      Patch<String> patch = UnifiedDiffUtils.parseUnifiedDiff(lines);
      if (patch.getDeltas().isEmpty()) {
        throw new IOException(file + " changes nothing");
      }
      Path result = Path.of(args[2], target);
      Files.createDirectories(result.getParent());
      Files.write(result, patch.applyTo(Files.readAllLines(Path.of(args[1], target))));
      System.out.println("Patched " + target + " by " + file.getFileName());
    }
  }
}

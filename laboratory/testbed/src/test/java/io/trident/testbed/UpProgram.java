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
import java.nio.file.Path;
import java.util.Map;

/** A program that makes a test bed, to be killed while it does. */
final class UpProgram {
  private UpProgram() {}

  /** Takes directory, name and subnet. */
  public static void main(String[] args) throws IOException {
    Testbed.at(Path.of(args[0]))
        .up(
            new Testbed.Description(
                LocalTestbedIT.layout(args[1], Integer.parseInt(args[2]), Isolation.KERNEL),
                Map.of(),
                null),
            System.out::println);
  }
}

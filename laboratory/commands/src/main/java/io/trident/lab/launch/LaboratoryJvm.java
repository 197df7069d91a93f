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
package io.trident.lab.launch;

import io.trident.lab.Laboratory;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM for commands of the laboratory.
 *
 * @param options of the JVM
 * @param classPath its entries
 */
record LaboratoryJvm(List<String> options, List<String> classPath) {
  /** Returns what starts it with a command: its name and arguments. */
  ProcessBuilder running(List<String> command) {
    return running(Laboratory.class.getName(), command);
  }

  /** Returns what starts it with a program. */
  ProcessBuilder running(String main, List<String> arguments) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(options);
    words.add("-cp");
    words.add(String.join(File.pathSeparator, classPath));
    words.add(main);
    words.addAll(arguments);
    return new ProcessBuilder(words);
  }
}

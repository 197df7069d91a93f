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

/**
 * Something outside the test bed's directory that it made, or was about to make.
 *
 * @param kind what it is
 * @param name how the machine knows it, without line breaks
 */
record Made(Kind kind, String name) {
  /** Kinds of things. */
  enum Kind {
    /** By name. */
    NAMESPACE,
    /** A network interface of the machine itself, by name. */
    LINK,
    /** By path. */
    MOUNT,
    /** By the path of the file behind it. */
    LOOP_DEVICE,
    /** By path. */
    CGROUP,
    /** By path; with all that is in it. */
    DIRECTORY,
    /** By path; left alone if something else is in it by then. */
    EMPTY_DIRECTORY
  }

  Made {
    if (name.isBlank() || name.contains("\n")) {
      throw new IllegalArgumentException("Not a name: '%s'".formatted(name));
    }
  }

  String line() {
    return kind + " " + name;
  }

  static Made parse(String line) {
    int space = line.indexOf(' ');
    if (space < 0) {
      throw new IllegalArgumentException("Not a kind and a name: '%s'".formatted(line));
    }
    return new Made(Kind.valueOf(line.substring(0, space)), line.substring(space + 1));
  }
}

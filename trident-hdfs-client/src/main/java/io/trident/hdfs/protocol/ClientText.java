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
package io.trident.hdfs.protocol;

import org.apache.hadoop.fs.InvalidRequestException;

/**
 * The one check of the texts that clients send: they reach logs, metrics and other clients, where a
 * line break would forge a line. A refusal repeats nothing of the text.
 */
public final class ClientText {
  /** Largest length of a name, in characters. */
  public static final int MAX_NAME = 256;

  /** Largest length of a path, in characters, as in HDFS. */
  public static final int MAX_PATH = 8_000;

  private ClientText() {}

  /**
   * Checks a name, such as that of a lease, an owner, a pool or a node.
   *
   * @param what what it names, for the message
   * @throws InvalidRequestException if it is blank, longer than {@link #MAX_NAME} or not {@link
   *     #isPrintable printable}
   */
  public static void checkName(String what, String name) throws InvalidRequestException {
    if (name.isBlank() || name.length() > MAX_NAME || !isPrintable(name)) {
      throw new InvalidRequestException(
          "The name of a %s has 1 to %d characters, none of them a control character"
              .formatted(what, MAX_NAME));
    }
  }

  /**
   * Checks a path.
   *
   * @throws InvalidRequestException if it is not a {@link #isPath path}
   */
  public static void checkPath(String path) throws InvalidRequestException {
    if (!isPath(path)) {
      throw new InvalidRequestException(
          "Trident takes absolute paths of up to %d characters, none of them a control character"
              .formatted(MAX_PATH));
    }
  }

  /** Returns whether a text may be the path of a file: absolute, not too long, printable. */
  public static boolean isPath(String text) {
    return text.startsWith("/") && text.length() <= MAX_PATH && isPrintable(text);
  }

  /** Returns whether a text has no control character and no line or paragraph separator. */
  public static boolean isPrintable(String text) {
    return text.chars().noneMatch(ClientText::isControl);
  }

  private static boolean isControl(int character) {
    int type = Character.getType(character);
    return type == Character.CONTROL
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }
}

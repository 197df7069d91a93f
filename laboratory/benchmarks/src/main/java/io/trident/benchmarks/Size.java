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
package io.trident.benchmarks;

/**
 * The size of an instance, written {@code tasks x nodes x slots}, as {@code 1024x1024x1}.
 *
 * @param tasks how many tasks wait
 * @param nodes how many nodes have free slots
 * @param slots free slots a node
 */
record Size(int tasks, int nodes, int slots) {
  private static final int NUMBERS = 3;

  /**
   * Reads {@code 1024x1024x1}.
   *
   * @throws IllegalArgumentException if the text is not of that form
   */
  static Size parse(String text) {
    String[] numbers = text.split("x", -1);
    if (numbers.length != NUMBERS) {
      throw new IllegalArgumentException(
          "A size is tasks x nodes x slots, such as 1024x1024x1; not " + text);
    }
    return new Size(
        Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), Integer.parseInt(numbers[2]));
  }

  @Override
  public String toString() {
    return tasks + "x" + nodes + "x" + slots;
  }
}

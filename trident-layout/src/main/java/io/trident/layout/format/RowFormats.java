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
package io.trident.layout.format;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** The row formats that are installed. */
public final class RowFormats {
  private final List<RowFormat> formats;

  /** Takes these formats. */
  public RowFormats(List<RowFormat> formats) {
    this.formats = List.copyOf(formats);
  }

  /** Finds the formats that a class loader knows. */
  public static RowFormats installed(ClassLoader loader) {
    return new RowFormats(
        ServiceLoader.load(RowFormat.class, loader).stream()
            .map(ServiceLoader.Provider::get)
            .toList());
  }

  /**
   * Returns a format.
   *
   * @throws IllegalArgumentException if it is not installed
   */
  public RowFormat find(String name, int version) {
    return formats.stream()
        .filter(format -> format.name().equals(name) && format.version() == version)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Format %s, version %d, is not installed; there are %s."
                        .formatted(name, version, versions())));
  }

  /**
   * Returns the newest version of a format, for a new table.
   *
   * @throws IllegalArgumentException if none is installed
   */
  public RowFormat newest(String name) {
    return formats.stream()
        .filter(format -> format.name().equals(name))
        .max(Comparator.comparingInt(RowFormat::version))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Format %s is not installed; there are %s.".formatted(name, versions())));
  }

  /** Returns the names of all formats, without versions, in order. */
  public List<String> names() {
    return formats.stream().map(RowFormat::name).distinct().sorted().toList();
  }

  private List<String> versions() {
    return formats.stream().map(format -> format.name() + " " + format.version()).sorted().toList();
  }
}

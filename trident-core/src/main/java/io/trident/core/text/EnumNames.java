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
package io.trident.core.text;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The names of an enum's constants outside of the code. Constants of one enum have distinct names,
 * as long as they differ in more than case.
 */
public final class EnumNames {
  private EnumNames() {}

  /**
   * Returns a constant's name as users write and read it, in values of keys, options, reports and
   * JSON: {@code no-candidate} for {@code NO_CANDIDATE}.
   */
  public static String dashed(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns a constant's name as part of a metric's name: {@code NoCandidate} for {@code
   * NO_CANDIDATE}.
   */
  public static String camelCase(Enum<?> constant) {
    return Arrays.stream(constant.name().split("_"))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }

  /** Returns the constant of a dashed name; empty if there is none. */
  public static <E extends Enum<E>> Optional<E> find(Class<E> type, String dashed) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> dashed(constant).equals(dashed))
        .findFirst();
  }

  /** Returns the dashed names of all constants, in their order, with commas between. */
  public static <E extends Enum<E>> String list(Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(EnumNames::dashed)
        .collect(Collectors.joining(", "));
  }
}

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
package io.trident.cli.whatif;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Orders names as people number them: {@code B2} before {@code B10}. */
final class NaturalOrder implements Comparator<String> {
  static final NaturalOrder INSTANCE = new NaturalOrder();

  private static final Pattern PART = Pattern.compile("[0-9]+|[^0-9]+");

  private NaturalOrder() {}

  @Override
  public int compare(String one, String other) {
    Matcher a = PART.matcher(one);
    Matcher b = PART.matcher(other);
    while (a.find() & b.find()) {
      int order = compareParts(a.group(), b.group());
      if (order != 0) {
        return order;
      }
    }
    return one.compareTo(other); // one begins with the other, or they differ in leading zeros
  }

  private static int compareParts(String a, String b) {
    if (isNumber(a) && isNumber(b)) {
      return new BigInteger(a).compareTo(new BigInteger(b));
    }
    return a.compareTo(b);
  }

  private static boolean isNumber(String part) {
    return part.charAt(0) >= '0' && part.charAt(0) <= '9';
  }
}

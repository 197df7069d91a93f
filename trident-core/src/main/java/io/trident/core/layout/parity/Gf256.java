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
package io.trident.core.layout.parity;

/**
 * The field of 256 elements, bytes as polynomials modulo x^8 + x^4 + x^3 + x^2 + 1: that of
 * Hadoop's and Intel's coders. Addition is exclusive or.
 */
final class Gf256 {
  private static final int POLYNOMIAL = 0x11d;
  private static final int SIZE = 256;
  private static final int ORDER = SIZE - 1;

  /** Powers of the generator 2, twice, and their logarithms. */
  private static final int[] POWERS = new int[2 * ORDER];

  private static final int[] LOGARITHMS = new int[SIZE];

  static {
    int power = 1;
    for (int i = 0; i < ORDER; i++) {
      POWERS[i] = power;
      POWERS[i + ORDER] = power;
      LOGARITHMS[power] = i;
      power <<= 1;
      if (power >= SIZE) {
        power ^= POLYNOMIAL;
      }
    }
  }

  private Gf256() {}

  /** Returns the product of two elements, each 0 to 255. */
  static int multiply(int one, int other) {
    return one == 0 || other == 0 ? 0 : POWERS[LOGARITHMS[one] + LOGARITHMS[other]];
  }

  /** Returns what gives 1 if it is multiplied by an element, which is not 0. */
  static int inverse(int element) {
    return POWERS[ORDER - LOGARITHMS[element]];
  }

  /** Returns the products of an element with all elements, in order. */
  static byte[] products(int element) {
    byte[] products = new byte[SIZE];
    for (int i = 0; i < SIZE; i++) {
      products[i] = (byte) multiply(element, i);
    }
    return products;
  }
}

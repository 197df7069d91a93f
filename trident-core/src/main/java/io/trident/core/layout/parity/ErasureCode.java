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

import java.util.List;

/*
 * Each extent of a group, parities included, is a linear combination of its k data extents, byte by
 * byte in the field of 256 elements. Extent i of data is 1 times itself. A single parity is the sum,
 * so their exclusive or. Of two, parity p has the coefficients 1 / ((k + p) xor j), for j below k:
 * those of Cauchy's matrix, as Hadoop's coder (RSRawErasureCoderFactory) has them. Of such a matrix
 * each square part is regular, so any k extents of the group determine all.
 *
 * An extent is therefore a linear combination of any k others as well, whose coefficients solve a
 * system of k equations. Most columns of it have a single 1, so this takes about k^2 steps.
 *
 * Source. Reed and Solomon 1960; Cauchy's matrix: Bloemer and others 1995. Hadoop's own coder is
 * not used, as it is in a library of hosts; tests compare with it.
 */
/**
 * The erasure code of a parity group.
 *
 * @param members how many extents of data it has; with two parities at most 253
 * @param parities how many parities; 0 to 2
 */
record ErasureCode(int members, int parities) {
  private static final int MAX_CODED = 255;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if there are too many members
   */
  ErasureCode {
    if (parities > 1 && members + parities > MAX_CODED) {
      throw new IllegalArgumentException(
          "Parity groups of %d extents are too large for %d parities; give at most %d."
              .formatted(members, parities, MAX_CODED - parities));
    }
  }

  /** Returns which part of a member is in an extent of the group, whose parities come last. */
  private int part(int extent, int member) {
    if (extent < members) {
      return extent == member ? 1 : 0;
    }
    return parities == 1 ? 1 : Gf256.inverse(extent ^ member);
  }

  /**
   * Returns by what extents are multiplied to add up to another one.
   *
   * @param target its position: members from 0 on, then parities
   * @param given positions of as many extents as there are members, none twice
   */
  byte[] coefficients(int target, List<Integer> given) {
    if (given.size() != members) {
      throw new IllegalArgumentException(
          "%d extents are given, %d are needed.".formatted(given.size(), members));
    }
    int[][] equations = new int[members][members + 1];
    for (int member = 0; member < members; member++) {
      for (int i = 0; i < members; i++) {
        equations[member][i] = part(given.get(i), member);
      }
      equations[member][members] = part(target, member);
    }
    solve(equations);
    byte[] coefficients = new byte[members];
    for (int i = 0; i < members; i++) {
      coefficients[i] = (byte) equations[i][members];
    }
    return coefficients;
  }

  /** By elimination of Gauss and Jordan; the last column is then the solution. */
  private static void solve(int[][] equations) {
    for (int column = 0; column < equations.length; column++) {
      int pivot = column;
      while (pivot < equations.length && equations[pivot][column] == 0) {
        pivot++;
      }
      if (pivot == equations.length) {
        throw new IllegalArgumentException("An extent is given twice.");
      }
      int[] row = equations[pivot];
      equations[pivot] = equations[column];
      equations[column] = row;
      int inverse = Gf256.inverse(row[column]);
      for (int i = column; i < row.length; i++) {
        row[i] = Gf256.multiply(row[i], inverse);
      }
      for (int[] other : equations) {
        if (other != row && other[column] != 0) {
          eliminate(other, row, column);
        }
      }
    }
  }

  private static void eliminate(int[] from, int[] row, int column) {
    int factor = from[column];
    for (int i = column; i < row.length; i++) {
      from[i] ^= Gf256.multiply(factor, row[i]);
    }
  }
}

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
package io.trident.lab.memory;

import io.trident.core.layout.Geometry;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.layout.table.TablePaths;
import java.util.ArrayList;
import java.util.List;

/** How rows are stored. */
enum Storing {
  /** Three equal replicas; files have one block each, as writers of small files leave them. */
  SMALL_FILES("three replicas, files of one block"),

  /** Three equal replicas; files have eight blocks, 1 GiB, each. */
  LARGE_FILES("three replicas, files of eight blocks"),

  /** A table of three dimensions with the exclusive or of at most ten extents. */
  ONE_PARITY("table, one parity"),

  /** A table of three dimensions with two parities for at most twenty extents. */
  TWO_PARITIES("table, two parities");

  /** Extents of a dimension, and blocks of equal copies, in what {@link #files} returns. */
  static final int EXTENTS = 32;

  private static final short COPIES = 3;
  private static final int BLOCKS_OF_LARGE_FILE = 8;
  private static final Geometry GEOMETRY = new Geometry(EXTENTS, COPIES);
  private static final TablePaths PATHS = new TablePaths(".parquet");

  private final String title;

  Storing(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** Returns the files that the rows of a super-extent are in. */
  List<StoredFile> files(long superExtent) {
    return switch (this) {
      case SMALL_FILES -> equalCopies(superExtent, 1);
      case LARGE_FILES -> equalCopies(superExtent, BLOCKS_OF_LARGE_FILE);
      case ONE_PARITY -> table(superExtent, ParityGroups.xor(EXTENTS));
      case TWO_PARITIES -> table(superExtent, ParityGroups.reedSolomon(EXTENTS));
    };
  }

  private static List<StoredFile> equalCopies(long superExtent, int blocks) {
    List<StoredFile> files = new ArrayList<>();
    int number = EXTENTS / blocks;
    for (int i = 0; i < number; i++) {
      files.add(
          new StoredFile("part-%05d.parquet".formatted(superExtent * number + i), blocks, COPIES));
    }
    return files;
  }

  private static List<StoredFile> table(long superExtent, ParityGroups groups) {
    List<StoredFile> files = new ArrayList<>();
    for (int dimension = 0; dimension < GEOMETRY.dimensions(); dimension++) {
      GEOMETRY
          .extentsOf(dimension)
          .forEach(extent -> files.add(new StoredFile(PATHS.of(superExtent, extent), 1, 1)));
      for (int group = 0; group < groups.groups(); group++) {
        for (ParityExtent parity : groups.parities(dimension, group)) {
          files.add(new StoredFile(PATHS.of(superExtent, parity), 1, groups.copies()));
        }
      }
    }
    for (int extent = 0; extent < EXTENTS; extent++) {
      files.add(new StoredFile(PATHS.order(superExtent, extent), 1, COPIES));
    }
    files.add(new StoredFile(PATHS.manifest(superExtent), 1, COPIES));
    files.add(new StoredFile(PATHS.tally(superExtent), 1, COPIES));
    return files;
  }
}

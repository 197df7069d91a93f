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
package io.trident.hdfs.layout;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.recovery.Damage;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The files of a super-extent. */
public final class SuperExtentFiles {
  private SuperExtentFiles() {}

  /** Returns what the planner calls damage. */
  public static Damage damage(Set<Extent> unreadable) {
    Set<DataExtent> extents = new HashSet<>();
    Set<ParityExtent> parities = new HashSet<>();
    for (Extent extent : unreadable) {
      if (extent instanceof ParityExtent parity) {
        parities.add(parity);
      } else {
        extents.add((DataExtent) extent);
      }
    }
    return new Damage(extents, parities);
  }

  /** Returns all files of a super-extent, in order. */
  public static Map<Extent, StoredObject> of(Manifest manifest) {
    Map<Extent, StoredObject> files = new LinkedHashMap<>();
    for (int d = 0; d < manifest.dimensions().size(); d++) {
      for (DataExtent extent : manifest.geometry().extentsOf(d)) {
        files.put(extent, manifest.entry(extent).stored());
      }
      int next = 0;
      for (int group = 0; group < manifest.parity().groups(); group++) {
        for (ParityExtent parity : manifest.parity().parities(d, group)) {
          files.put(parity, manifest.dimensions().get(d).parities().get(next++));
        }
      }
    }
    return files;
  }
}

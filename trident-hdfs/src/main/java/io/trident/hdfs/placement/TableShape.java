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
package io.trident.hdfs.placement;

import io.trident.core.layout.parity.ParityGroups;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the extents of a table are grouped.
 *
 * @param usual the parity groups of most super-extents
 * @param files those of super-extents that are written, by number
 */
public record TableShape(ParityGroups usual, Map<Long, SuperExtentFiles> files) {
  /** Copies the map. */
  public TableShape {
    files = Map.copyOf(files);
  }

  /** Returns the parity groups of a super-extent. */
  ParityGroups groups(long superExtent) {
    @Nullable SuperExtentFiles written = files.get(superExtent);
    return written == null ? usual : written.groups();
  }
}

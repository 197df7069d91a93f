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
package org.apache.hadoop.mapreduce.v2.app.rm;

import java.lang.reflect.Field;
import org.apache.hadoop.mapreduce.JobCounter;
import org.jspecify.annotations.NullMarked;

/**
 * The counts of containers in the log lines of Hadoop's allocator ({@code ContAlloc}, {@code
 * ContRel}, {@code HostLocal}, {@code RackLocal}), which private fields hold. Not thread-safe: to
 * be used under the allocator's lock.
 */
@NullMarked
final class TridentLoggedCounts {
  private final RMContainerAllocator allocator;
  private final Field allocated = field("containersAllocated");
  private final Field released = field("containersReleased");
  private final Field hostLocal = field("hostLocalAssigned");
  private final Field rackLocal = field("rackLocalAssigned");

  /**
   * Finds the counts of an allocator.
   *
   * @throws ReflectiveOperationException if this Hadoop has no such fields
   */
  TridentLoggedCounts(RMContainerAllocator allocator) throws ReflectiveOperationException {
    this.allocator = allocator;
  }

  private static Field field(String name) throws ReflectiveOperationException {
    Field field = RMContainerAllocator.class.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  /** Counts a container that came and went to a map. */
  void assigned(JobCounter locality) throws ReflectiveOperationException {
    increment(allocated);
    if (locality == JobCounter.DATA_LOCAL_MAPS) {
      increment(hostLocal);
    } else if (locality == JobCounter.RACK_LOCAL_MAPS) {
      increment(rackLocal);
    }
  }

  /** Counts a container that came and was given back. */
  void refused() throws ReflectiveOperationException {
    increment(allocated);
    increment(released);
  }

  private void increment(Field count) throws ReflectiveOperationException {
    count.setInt(allocator, count.getInt(allocator) + 1);
  }
}

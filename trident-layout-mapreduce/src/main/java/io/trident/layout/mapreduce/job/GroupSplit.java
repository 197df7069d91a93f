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
package io.trident.layout.mapreduce.job;

import io.trident.layout.mapreduce.table.Group;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;

/**
 * A map that reads the files of one group. It is a split of Hadoop's own kind, so that Trident's
 * master knows what is read and places maps by tiers. Hadoop makes it and fills it in.
 */
public final class GroupSplit extends CombineFileSplit {
  private Group group = new Group(0, 0, 0);

  /**
   * A file that the map reads.
   *
   * @param length in bytes
   */
  public record Part(Path path, long length) {}

  /** Is filled in by {@link #readFields}. */
  public GroupSplit() {}

  /**
   * Makes a split.
   *
   * @param parts the files
   * @param hosts that have the largest of them
   */
  public GroupSplit(Group group, List<Part> parts, List<String> hosts) {
    super(
        parts.stream().map(Part::path).toArray(Path[]::new),
        new long[parts.size()],
        parts.stream().mapToLong(Part::length).toArray(),
        hosts.toArray(String[]::new));
    this.group = group;
  }

  /** Returns the group. */
  public Group group() {
    return group;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    super.write(out);
    out.writeInt(group.superExtent());
    out.writeInt(group.dimension());
    out.writeInt(group.group());
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    super.readFields(in);
    group = new Group(in.readInt(), in.readInt(), in.readInt());
  }
}

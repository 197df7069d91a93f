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
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** A map that reads the files of one group. Hadoop makes it and fills it in. */
public final class GroupSplit extends InputSplit implements Writable {
  private Group group = new Group(0, 0, 0);
  private long length;
  private String[] hosts = {};

  /** Is filled in by {@link #readFields}. */
  public GroupSplit() {}

  /**
   * Makes a split.
   *
   * @param length bytes of the files
   * @param hosts that have the largest of them
   */
  public GroupSplit(Group group, long length, List<String> hosts) {
    this.group = group;
    this.length = length;
    this.hosts = hosts.toArray(String[]::new);
  }

  /** Returns the group. */
  public Group group() {
    return group;
  }

  @Override
  public long getLength() {
    return length;
  }

  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(group.superExtent());
    out.writeInt(group.dimension());
    out.writeInt(group.group());
    out.writeLong(length);
    out.writeInt(hosts.length);
    for (String host : hosts) {
      Text.writeString(out, host);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    group = new Group(in.readInt(), in.readInt(), in.readInt());
    length = in.readLong();
    hosts = new String[in.readInt()];
    for (int i = 0; i < hosts.length; i++) {
      hosts[i] = Text.readString(in);
    }
  }
}

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
package io.trident.layout.mapreduce.replica;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;

/**
 * What a map of a recovery reads: a range of a file. It is a split of Hadoop's own kind, so that
 * Trident's master knows what is read. Hadoop makes it and fills it in.
 */
public final class RecoverySplit extends CombineFileSplit {
  /** The member that colliding rows count as. */
  static final int COLLIDING = -1;

  private int member;
  private int part;

  /** Is filled in by {@link #readFields}. */
  public RecoverySplit() {}

  /**
   * Makes a split.
   *
   * @param member the number of the member, or {@link #COLLIDING}
   * @param part the number of the source's file, or of the replica's partition
   */
  RecoverySplit(int member, int part, Path file, long from, long to, List<String> hosts) {
    super(
        new Path[] {file}, new long[] {from}, new long[] {to - from}, hosts.toArray(String[]::new));
    this.member = member;
    this.part = part;
  }

  int member() {
    return member;
  }

  int part() {
    return part;
  }

  Path file() {
    return getPath(0);
  }

  long from() {
    return getOffset(0);
  }

  long to() {
    return getOffset(0) + getLength(0);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    super.write(out);
    out.writeInt(member);
    out.writeInt(part);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    super.readFields(in);
    member = in.readInt();
    part = in.readInt();
  }
}

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
package io.trident.layout.mapreduce.read;

import io.trident.core.layout.slice.Slice;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** A slice of the rows that begin in a range of a file. */
public final class SliceSplit extends FileSplit {
  private Slice slice = new Slice(0, 1);

  /** Made by Hadoop, which then reads it. */
  public SliceSplit() {}

  SliceSplit(FileSplit range, Slice slice) throws IOException {
    super(range.getPath(), range.getStart(), range.getLength(), range.getLocations());
    this.slice = slice;
  }

  Slice slice() {
    return slice;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    super.write(out);
    out.writeUTF(slice.toString());
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    super.readFields(in);
    slice = Slice.parse(in.readUTF());
  }

  @Override
  public String toString() {
    return super.toString() + " slice " + slice;
  }
}

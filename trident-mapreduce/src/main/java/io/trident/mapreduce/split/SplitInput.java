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
package io.trident.mapreduce.split;

import io.trident.core.storage.FileSegment;
import java.util.List;

/**
 * What one map task reads, in files.
 *
 * @param segments parts of files, in the order of the split; empty if the split is not one of files
 *     or its class could not be read
 */
public record SplitInput(List<FileSegment> segments) {
  /** A split of which only the hosts are known. */
  public static final SplitInput UNKNOWN = new SplitInput(List.of());

  public SplitInput {
    segments = List.copyOf(segments);
  }
}

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
package io.trident.cli.whatif;

import io.trident.core.layout.PlacedRows;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.RecoveryPlan;
import io.trident.core.layout.recovery.RecoveryPlanner;
import io.trident.core.layout.recovery.RowContents;
import picocli.CommandLine.Command;

/** {@code trident whatif layout}: where rows go, and which reads rebuild lost extents. */
@Command(
    name = "layout",
    description = {
      "Places the rows of a super-extent in each dimension, and plans the recovery of lost extents.",
      "",
      "In:  {\"extents\":2,\"dimensions\":[{\"column\":\"a\",\"boundaries\":[10]},",
      "                                {\"column\":\"b\",\"boundaries\":[\"m\"]}],",
      "      \"rows\":[{\"a\":3,\"b\":\"x\"},{\"a\":12,\"b\":\"c\"}],",
      "      \"lost\":[{\"dimension\":0,\"extent\":1}]}",
      "Out: {\"dimensions\":[{\"extents\":[{\"buckets\":[[],[0]]},{\"buckets\":[[1],[]]}]},",
      "                    {\"extents\":[{\"buckets\":[[],[1]]},{\"buckets\":[[0],[]]}]}],",
      "      \"recovery\":[{\"dimension\":0,\"extent\":1,",
      "                   \"reads\":[{\"dimension\":1,\"extent\":0,\"bucket\":1},",
      "                            {\"dimension\":1,\"extent\":1,\"bucket\":1}]}]}",
      "",
      "All numbers count from 0. Extent i of a dimension has the values from boundary i-1 to below"
          + " boundary i; its buckets are by the extents of the next dimension, after the last by"
          + " those of the first. Without \"boundaries\" they are drawn from the rows. Instead of"
          + " them, \"hash\":true partitions by Spark's hash; and instead of a column,"
          + " \"original\":true keeps the rows' order.",
      "Columns hold numbers, strings or booleans; an absent value is null, which comes first."
          + " \"lost\" also takes the names of columns. With \"parity\":1 or 2 there are parity"
          + " extents for each \"group\" of extents (10, or 20), and reads of whole extents"
          + " ({\"dimension\",\"extent\"}) and parities ({\"dimension\",\"group\",\"parity\"}).",
      "\"recovery\" is in an order that works: a read of an extent that was lost is of the rebuilt"
          + " one. Extents that cannot be rebuilt are listed as \"unrecoverable\"."
    })
final class LayoutCommand extends JsonDecision<LayoutInstance, LayoutAnswer> {
  LayoutCommand() {
    super(LayoutInstance.class);
  }

  @Override
  LayoutAnswer decide(LayoutInstance instance) {
    RowLayout layout = instance.layout();
    PlacedRows placed = layout.place(instance.layoutRows());
    RecoveryPlan plan =
        RecoveryPlanner.plan(
            new RowContents(placed), instance.parityGroups(), Damage.of(instance.lostExtents()));
    return LayoutAnswer.of(placed, plan);
  }
}

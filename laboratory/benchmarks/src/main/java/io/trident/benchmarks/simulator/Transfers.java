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
package io.trident.benchmarks.simulator;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Transfers and what happens when each ends. */
final class Transfers {
  private final FlowNetwork network;
  private @Nullable Runnable[] atEnd = new Runnable[16];

  Transfers(FlowNetwork network) {
    this.network = network;
  }

  /** Starts a transfer; one of no bytes ends at once. */
  void start(double now, double bytes, int[] resources, Runnable end) {
    int flow = network.start(now, bytes, resources);
    if (flow >= atEnd.length) {
      atEnd = Arrays.copyOf(atEnd, 2 * flow);
    }
    atEnd[flow] = end;
  }

  /** Returns when the next transfer ends; infinite if there is none. */
  double next() {
    return network.nextEnd();
  }

  /** Ends the transfer that ends next. */
  void endNext() {
    int flow = network.endNext();
    Runnable end = atEnd[flow];
    atEnd[flow] = null;
    if (end != null) {
      end.run();
    }
  }
}

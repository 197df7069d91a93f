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
package io.trident.yarn.scheduler;

import java.util.Collections;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The nodes that Trident offers; if that fails before it gave one, those that stock offers, and no
 * further ones if it fails later.
 *
 * @param <N> the scheduler's kind of node
 */
final class GuardedNodes<N> implements Iterator<N> {
  private final Supplier<Iterator<N>> stock;
  private final Consumer<Throwable> failed;
  private Iterator<N> nodes;
  private boolean given;
  private boolean hasFailed;

  /**
   * @param failed takes what Trident threw; may throw what must not be contained
   */
  GuardedNodes(Iterator<N> trident, Supplier<Iterator<N>> stock, Consumer<Throwable> failed) {
    this.nodes = trident;
    this.stock = stock;
    this.failed = failed;
  }

  @Override
  public boolean hasNext() {
    if (hasFailed) {
      return nodes.hasNext();
    }
    try {
      return nodes.hasNext();
    } catch (Throwable failure) {
      turnToStock(failure);
      return nodes.hasNext();
    }
  }

  @Override
  public N next() {
    if (hasFailed) {
      return nodes.next();
    }
    try {
      N node = nodes.next();
      given = true;
      return node;
    } catch (Throwable failure) {
      turnToStock(failure);
      return nodes.next();
    }
  }

  private void turnToStock(Throwable failure) {
    failed.accept(failure);
    hasFailed = true;
    nodes = given ? Collections.emptyIterator() : stock.get();
  }
}

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
package io.trident.hdfs.protocol;

import io.trident.core.guard.Guard;
import java.io.IOException;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/**
 * Makes the calls of a protocol's implementation: what fails in it is contained, and the client
 * hears that this NameNode cannot do it, as of one without Trident.
 */
final class GuardedCalls {
  private final Guard guard;
  private final String consequence;

  /**
   * Creates a maker of calls.
   *
   * @param consequence what clients do when a call fails, as a sentence for the log
   */
  GuardedCalls(Guard guard, String consequence) {
    this.guard = guard;
    this.consequence = consequence;
  }

  /**
   * Returns the answer of a call.
   *
   * @throws ServiceException with the {@link IOException} of the call, or {@link
   *     UnsupportedOperationException} if it fails or does not support it
   */
  <T> T answer(Call<T> call) throws ServiceException {
    try {
      return call.make();
    } catch (IOException e) {
      throw new ServiceException(e);
    } catch (UnsupportedOperationException e) {
      throw e; // the RPC server names it to the client
    } catch (Throwable e) {
      guard.contain(consequence, e);
      throw new UnsupportedOperationException("Trident's plugin failed: " + e.getClass().getName());
    }
  }

  /** A call of the implementation. */
  @FunctionalInterface
  interface Call<T> {
    T make() throws IOException;
  }
}

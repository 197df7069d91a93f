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
package io.trident.mapreduce.am;

import io.trident.core.guard.Guard;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * The AM's connection to the resource manager, with the asks rewritten on their way.
 *
 * <p>A call that fails has not brought its asks there: what they were to bring is sent again.
 */
final class StampingProtocol implements ApplicationMasterProtocol {
  private final ApplicationMasterProtocol resourceManager;
  private final Guard guard;
  private final UnaryOperator<List<ResourceRequest>> rewrite;
  private final Runnable delivered;

  /**
   * @param rewrite returns the asks to send in place of the stock ones
   * @param delivered runs when these have reached the resource manager
   */
  StampingProtocol(
      ApplicationMasterProtocol resourceManager,
      Guard guard,
      UnaryOperator<List<ResourceRequest>> rewrite,
      Runnable delivered) {
    this.resourceManager = resourceManager;
    this.guard = guard;
    this.rewrite = rewrite;
    this.delivered = delivered;
  }

  @Override
  public RegisterApplicationMasterResponse registerApplicationMaster(
      RegisterApplicationMasterRequest request) throws YarnException, IOException {
    return resourceManager.registerApplicationMaster(request);
  }

  @Override
  public FinishApplicationMasterResponse finishApplicationMaster(
      FinishApplicationMasterRequest request) throws YarnException, IOException {
    return resourceManager.finishApplicationMaster(request);
  }

  @Override
  public AllocateResponse allocate(AllocateRequest request) throws YarnException, IOException {
    List<ResourceRequest> stock = request.getAskList();
    boolean rewritten =
        guard.run(
            "Asks go out without preferences", () -> request.setAskList(rewrite.apply(stock)));
    AllocateResponse response = resourceManager.allocate(request);
    if (rewritten) {
      guard.run("Asks are repeated in vain", delivered::run);
    }
    return response;
  }
}

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
package io.trident.yarn.web;

import javax.inject.Inject;
import javax.inject.Named;
import javax.inject.Singleton;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.Produces;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWebServices;
import org.apache.hadoop.yarn.webapp.BadRequestException;
import org.apache.hadoop.yarn.webapp.ForbiddenException;
import org.apache.hadoop.yarn.webapp.NotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * YARN's REST API with Trident's beside it: {@code /ws/v1/cluster/trident/apps/{appid}} and {@code
 * /ws/v1/cluster/trident/queues}, both JSON.
 *
 * <p>The scheduler has the resource manager use it. What fails here fails that request only.
 */
@Singleton
@Path("/ws/v1/cluster")
public final class TridentWebServices extends RMWebServices {
  /*
   * Signatures, those of private methods too, and fields have no type of Trident: the resource manager
   * looks at them as it starts, and would end if one were missing.
   */
  private static final String JSON = MediaType.APPLICATION_JSON + ";charset=utf-8";

  private final ResourceManager resourceManager;

  /** Made by the web application. */
  @Inject
  public TridentWebServices(
      @Named("rm") ResourceManager resourceManager, @Named("conf") Configuration conf) {
    super(resourceManager, conf);
    this.resourceManager = resourceManager;
  }

  /**
   * Returns an {@link io.trident.yarn.report.ApplicationReport}.
   *
   * @throws NotFoundException if the application is not known
   * @throws ForbiddenException if the caller may not view it
   */
  @GET
  @Path("/trident/apps/{appid}")
  @Produces(JSON)
  public String tridentApplication(
      @Context HttpServletRequest request, @PathParam("appid") String text) {
    ApplicationId id;
    try {
      id = ApplicationId.fromString(text);
    } catch (IllegalArgumentException e) {
      throw new BadRequestException(
          "'%s' is not an application; write its id, such as application_1700000000000_0001."
              .formatted(text));
    }
    @Nullable RMApp application = resourceManager.getRMContext().getRMApps().get(id);
    if (application == null) {
      throw new NotFoundException("The resource manager knows no application " + id + ".");
    }
    if (!hasAccess(application, request)) {
      throw new ForbiddenException(
          "You may not view %s of %s; its owner or an administrator may."
              .formatted(id, application.getUser()));
    }
    return ReportJson.application(resourceManager.getResourceScheduler(), id);
  }

  /** Returns {@code queues}: a list of {@link io.trident.yarn.report.QueueReport}. */
  @GET
  @Path("/trident/queues")
  @Produces(JSON)
  public String tridentQueues() {
    return ReportJson.queues(resourceManager.getResourceScheduler());
  }
}

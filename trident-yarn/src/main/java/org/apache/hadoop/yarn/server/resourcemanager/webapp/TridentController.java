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
package org.apache.hadoop.yarn.server.resourcemanager.webapp;

import com.google.inject.Inject;
import io.trident.yarn.web.TridentPage;
import org.apache.hadoop.yarn.webapp.Controller;

/**
 * The page {@code /cluster/trident}. The resource manager's web application looks for the
 * controller of a path that it does not know by this name in this package; nothing names it.
 */
public final class TridentController extends Controller {
  @Inject
  TridentController(RequestContext context) {
    super(context);
  }

  @Override
  public void index() {
    render(TridentPage.class);
  }
}

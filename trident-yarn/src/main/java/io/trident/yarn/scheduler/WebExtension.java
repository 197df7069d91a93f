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

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWebServices;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has the resource manager's web application serve Trident's REST API beside its own. */
final class WebExtension {
  private static final Logger LOG = LoggerFactory.getLogger(WebExtension.class);

  /** By its name, as it needs this package. */
  private static final String SERVICES = "io.trident.yarn.web.TridentWebServices";

  private WebExtension() {}

  /**
   * Names the class in the resource manager's configuration, where the web application looks it up
   * as it starts. One that the operator named stays.
   *
   * @throws ClassNotFoundException if the class, or one that it needs, is missing, as is a {@link
   *     LinkageError}; then nothing is changed
   */
  static void install(Configuration conf) throws ClassNotFoundException {
    String key = YarnConfiguration.YARN_WEBAPP_CUSTOM_WEBSERVICE_CLASS;
    String named = conf.getTrimmed(key, "");
    if (named.isEmpty() || named.equals(RMWebServices.class.getName())) {
      Class<?> services = Class.forName(SERVICES);
      // What the web application is going to look at, so that it does not fail there.
      if (services.getDeclaredMethods().length > 0
          && services.getDeclaredConstructors().length > 0) {
        conf.set(key, SERVICES);
      }
    } else if (!named.equals(SERVICES)) {
      LOG.warn(
          "{} names {}: /ws/v1/cluster/trident is not served. Remove the key to have it.",
          key,
          named);
    }
  }
}

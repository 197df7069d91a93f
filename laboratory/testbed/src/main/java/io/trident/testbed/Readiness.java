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
package io.trident.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;

/** What the masters report about their workers, by their web interfaces. */
final class Readiness {
  private static final int TIMEOUT_MS = 5_000;

  private final ObjectMapper json = new ObjectMapper();
  private final String master;

  Readiness(Layout layout) {
    this.master = layout.master().address();
  }

  /**
   * Returns how many DataNodes are live, or 0 while the NameNode does not serve or is in safe mode.
   */
  int dataNodes() {
    JsonNode state =
        get(":"
                + SiteFiles.NAMENODE_WEB_PORT
                + "/jmx?qry=Hadoop:service=NameNode,name=FSNamesystemState")
            .at("/beans/0");
    return state.path("FSState").asText().equals("Operational")
        ? state.path("NumLiveDataNodes").asInt()
        : 0;
  }

  /** Returns how many NodeManagers are active, or 0 while the ResourceManager does not serve. */
  int nodeManagers() {
    return get(":8088/ws/v1/cluster/metrics").at("/clusterMetrics/activeNodes").asInt();
  }

  /** Whether the job history server serves. */
  boolean history() {
    return !get(":19888/ws/v1/history/info").isMissingNode();
  }

  /** Returns how many Spark workers are alive, or 0 while the master does not serve. */
  int sparkWorkers() {
    return get(":8080/json/").path("aliveworkers").asInt();
  }

  private JsonNode get(String portAndPath) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection)
              URI.create("http://" + master + portAndPath).toURL().openConnection(Proxy.NO_PROXY);
      connection.setConnectTimeout(TIMEOUT_MS);
      connection.setReadTimeout(TIMEOUT_MS);
      connection.setRequestProperty("Accept", "application/json");
      try (var in = connection.getInputStream()) {
        return json.readTree(in);
      }
    } catch (IOException e) {
      // Not yet.
      return json.missingNode();
    }
  }
}

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
package io.trident.lab.queries;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** Asks a {@link ClusterControl} in another process. */
public final class ControlClient {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI control;

  /** Creates one for a control that listens there. */
  public ControlClient(URI control) {
    this.control = control;
  }

  /** Restarts the DataNodes with settings; returns once they serve. */
  public void restart(Map<String, String> settings) throws IOException {
    ask(ClusterControl.RESTART, BodyPublishers.ofString(MAPPER.writeValueAsString(settings)));
  }

  /** Returns what the DataNodes have counted. */
  public NodeCounts counts() throws IOException {
    return MAPPER.readValue(ask(ClusterControl.COUNTS, BodyPublishers.noBody()), NodeCounts.class);
  }

  private String ask(String path, BodyPublisher body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(control.resolve(path)).timeout(PATIENCE).POST(body).build();
    try {
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != ClusterControl.OK) {
        throw new IOException("The cluster refuses %s: %s".formatted(path, answer.body()));
      }
      return answer.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while the cluster was asked", e);
    }
  }
}

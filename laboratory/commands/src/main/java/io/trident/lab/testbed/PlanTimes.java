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
package io.trident.lab.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;

/**
 * What the ResourceManager took to plan placements, by its metrics source {@code TridentPlacement}.
 *
 * <p>Hadoop reports the number of plans since its start, and the mean time of those since the
 * answer before; it answers anew every ten seconds.
 *
 * @param plans made since the ResourceManager started
 * @param meanMicros mean time of those since the answer before, in microseconds
 */
record PlanTimes(long plans, double meanMicros) {
  /** Of a ResourceManager that made no plans. */
  static final PlanTimes NONE = new PlanTimes(0, 0);

  private static final String QUERY =
      "/jmx?qry=Hadoop:service=ResourceManager,name=TridentPlacement";

  private static final int TIMEOUT_MS = 10_000;
  private static final double MICROS = 1e3;

  /**
   * Asks.
   *
   * @param url the ResourceManager's web interface
   */
  static PlanTimes read(String url) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(url + QUERY).toURL().openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(TIMEOUT_MS);
    connection.setReadTimeout(TIMEOUT_MS);
    try (InputStream in = connection.getInputStream()) {
      return parse(new ObjectMapper().readTree(in));
    } finally {
      connection.disconnect();
    }
  }

  /** Reads the answer of Hadoop's JMX servlet; {@link #NONE} if there is no such source. */
  static PlanTimes parse(JsonNode answer) {
    JsonNode source = answer.at("/beans/0");
    return new PlanTimes(
        source.path("PlanMicrosNumOps").asLong(), source.path("PlanMicrosAvgTime").asDouble());
  }

  /**
   * Returns the time of all plans since an earlier answer, in milliseconds; exact if it was the one
   * before this.
   */
  double millisSince(PlanTimes earlier) {
    return (plans - earlier.plans) * meanMicros / MICROS;
  }
}

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

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.trident.minicluster.TieredCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Lets a program in another process restart the DataNodes of a cluster with other settings, and
 * read what they have counted: by HTTP, on this machine only. {@link ControlClient} asks.
 */
final class ClusterControl implements AutoCloseable {
  static final String RESTART = "/restart";
  static final String COUNTS = "/counts";
  static final int OK = 200;
  private static final int FAILED = 500;
  private static final JsonMapper MAPPER = new JsonMapper();

  private final TieredCluster cluster;
  private final NodeMetrics metrics;
  private final HttpServer server;

  private ClusterControl(TieredCluster cluster, HttpServer server) {
    this.cluster = cluster;
    this.metrics = new NodeMetrics(cluster);
    this.server = server;
  }

  static ClusterControl start(TieredCluster cluster) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ClusterControl control = new ClusterControl(cluster, server);
    server.createContext(RESTART, exchange -> answer(exchange, () -> control.restart(exchange)));
    server.createContext(COUNTS, exchange -> answer(exchange, control::counts));
    server.start();
    return control;
  }

  /** Returns where it listens. */
  URI address() {
    InetSocketAddress address = server.getAddress();
    return URI.create(
        "http://%s:%d".formatted(address.getAddress().getHostAddress(), address.getPort()));
  }

  private String restart(HttpExchange exchange) throws IOException {
    Map<String, String> settings =
        MAPPER.readValue(exchange.getRequestBody(), new TypeReference<>() {});
    cluster.restartDataNodes(settings);
    return "";
  }

  private String counts() throws IOException {
    return MAPPER.writeValueAsString(metrics.counts());
  }

  /** What is done for a request. */
  private interface Action {
    String run() throws IOException;
  }

  private static void answer(HttpExchange exchange, Action action) throws IOException {
    try (exchange) {
      int status = OK;
      String text;
      try {
        text = action.run();
      } catch (IOException | RuntimeException e) {
        status = FAILED;
        text = e.toString();
      }
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

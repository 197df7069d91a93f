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
package io.trident.cli.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.cli.FileFailures;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URL;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.client.AuthenticatedURL;
import org.apache.hadoop.security.authentication.client.AuthenticationException;
import org.apache.hadoop.security.authentication.client.ConnectionConfigurator;
import org.apache.hadoop.security.ssl.SSLFactory;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The web application of a cluster's resource manager; of several, that of the active one. Speaks
 * SPNEGO where it is asked to.
 */
final class ResourceManagerWeb {
  private static final int TIMEOUT_MS = 5_000;

  private static final String TRUST =
      "The certificate must be trusted, and be of the host in the address: name a trust store that"
          + " has it, or its issuer, as ssl.client.truststore.location in ssl-client.xml in"
          + " HADOOP_CONF_DIR.";

  private final Configuration conf;
  private final List<String> addresses;

  private ResourceManagerWeb(Configuration conf, List<String> addresses) {
    this.conf = conf;
    this.addresses = List.copyOf(addresses);
  }

  /** At the addresses that a configuration has. */
  static ResourceManagerWeb configured(Configuration conf) {
    boolean https = YarnConfiguration.useHttps(conf);
    String key =
        https ? YarnConfiguration.RM_WEBAPP_HTTPS_ADDRESS : YarnConfiguration.RM_WEBAPP_ADDRESS;
    int port =
        https
            ? YarnConfiguration.DEFAULT_RM_WEBAPP_HTTPS_PORT
            : YarnConfiguration.DEFAULT_RM_WEBAPP_PORT;
    List<String> addresses = new ArrayList<>();
    if (HAUtil.isHAEnabled(conf)) {
      for (String id : HAUtil.getRMHAIds(conf)) {
        String host = conf.get(HAUtil.addSuffix(YarnConfiguration.RM_HOSTNAME, id), id);
        addresses.add(conf.get(HAUtil.addSuffix(key, id), host + ":" + port));
      }
    } else {
      addresses.add(conf.get(key, "localhost:" + port));
    }
    addresses.replaceAll(address -> (https ? "https://" : "http://") + address);
    return new ResourceManagerWeb(conf, addresses);
  }

  /** At one address, such as {@code http://rm.example.com:8088}. */
  static ResourceManagerWeb at(String address, Configuration conf) {
    return new ResourceManagerWeb(conf, List.of(address.replaceFirst("/+$", "")));
  }

  /**
   * Returns what Trident's scheduler reports of an application.
   *
   * @throws IOException with a message for the user
   */
  JsonNode application(ApplicationId id) throws IOException {
    List<String> failures = new ArrayList<>();
    @Nullable IOException last = null;
    String remedy = checkAddress();
    for (String address : addresses) {
      try {
        @Nullable JsonNode report = application(address, id.toString());
        if (report != null) {
          return report;
        }
        failures.add(address + " is standby");
      } catch (SSLPeerUnverifiedException | SSLHandshakeException e) {
        failures.add(address + ": " + FileFailures.firstLine(e));
        last = e;
        remedy = isOfCertificate(e) ? TRUST : remedy;
      } catch (SocketException | SocketTimeoutException | SSLException | UnknownHostException e) {
        failures.add(address + ": " + FileFailures.firstLine(e));
        last = e;
      }
    }
    throw new IOException(
        "Cannot reach an active ResourceManager (%s). %s"
            .formatted(String.join("; ", failures), remedy),
        last);
  }

  private String checkAddress() {
    return "Check %s in HADOOP_CONF_DIR, or give --rm URL."
        .formatted(
            addresses.get(0).startsWith("https:")
                ? YarnConfiguration.RM_WEBAPP_HTTPS_ADDRESS
                : YarnConfiguration.RM_WEBAPP_ADDRESS);
  }

  private static boolean isOfCertificate(SSLException failure) {
    return failure instanceof SSLPeerUnverifiedException
        || failure.getCause() instanceof CertificateException;
  }

  /** Returns null if the resource manager is standby. */
  private @Nullable JsonNode application(String address, String id) throws IOException {
    ConnectionConfigurator configurator = configurator(address);
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    URL url =
        url(
            address,
            "/ws/v1/cluster/trident/apps/"
                + id
                + "?user.name="
                + URLEncoder.encode(user, StandardCharsets.UTF_8));
    HttpURLConnection answer = configurator.configure((HttpURLConnection) url.openConnection());
    if (firstStatus(answer) == HttpURLConnection.HTTP_UNAUTHORIZED) {
      answer = authenticated(address, url, configurator);
    }
    int status = answer.getResponseCode();
    if (status >= 300 && status < 400) {
      return null;
    }
    if (status == HttpURLConnection.HTTP_OK) {
      try (InputStream in = answer.getInputStream()) {
        return new ObjectMapper().readTree(in);
      }
    }
    String message = message(answer);
    if (status == HttpURLConnection.HTTP_NOT_FOUND && !message.contains(id)) {
      throw new IOException(
          ("The ResourceManager at %s places without Trident: it reports nothing of it. Check"
                  + " yarn.resourcemanager.scheduler.class and its log, or --rm.")
              .formatted(address));
    }
    throw new IOException(
        "The ResourceManager at %s answered %d: %s".formatted(address, status, message));
  }

  /**
   * Returns the status of a connection's first answer.
   *
   * @throws SSLPeerUnverifiedException if the certificate is of another host, for which the JDK has
   *     a message only
   */
  private static int firstStatus(HttpURLConnection answer) throws IOException {
    try {
      return answer.getResponseCode();
    } catch (IOException e) {
      if (String.valueOf(e.getMessage()).startsWith("HTTPS hostname wrong")) {
        SSLPeerUnverifiedException other =
            new SSLPeerUnverifiedException("its certificate is of another host");
        other.initCause(e);
        throw other;
      }
      throw e;
    }
  }

  /** Authenticates at a page that each resource manager has, and with that at the one wanted. */
  private static HttpURLConnection authenticated(
      String address, URL url, ConnectionConfigurator configurator) throws IOException {
    AuthenticatedURL.Token token = new AuthenticatedURL.Token();
    AuthenticatedURL connections = new AuthenticatedURL(null, configurator);
    try {
      connections.openConnection(url(address, "/ws/v1/cluster/info"), token).disconnect();
      return connections.openConnection(url, token);
    } catch (AuthenticationException e) {
      throw new IOException(
          "The ResourceManager at %s did not accept who you are: %s. Get a ticket by kinit."
              .formatted(address, FileFailures.firstLine(e.getCause() == null ? e : e.getCause())),
          e);
    }
  }

  private ConnectionConfigurator configurator(String address) throws IOException {
    @Nullable SSLFactory ssl = address.startsWith("https:") ? ssl() : null;
    return connection -> {
      connection.setInstanceFollowRedirects(false); // a standby names the active one
      connection.setConnectTimeout(TIMEOUT_MS);
      connection.setReadTimeout(TIMEOUT_MS);
      if (ssl != null && connection instanceof HttpsURLConnection) {
        ssl.configure(connection);
      }
      return connection;
    };
  }

  /** What ssl-client.xml trusts. */
  private SSLFactory ssl() throws IOException {
    SSLFactory factory = new SSLFactory(SSLFactory.Mode.CLIENT, conf);
    try {
      factory.init();
    } catch (GeneralSecurityException | IOException e) {
      throw new IOException(
          "Cannot use the trust store that ssl-client.xml in HADOOP_CONF_DIR names: %s%s"
              .formatted(
                  e instanceof NoSuchFileException ? "there is no file " : "",
                  FileFailures.firstLine(e)),
          e);
    }
    return factory;
  }

  private static URL url(String address, String path) throws IOException {
    try {
      return URI.create(address + path).toURL();
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "%s is not the address of a web application; write one such as http://rm.example.com:8088."
              .formatted(address),
          e);
    }
  }

  /** Returns the message of the resource manager's exception, or its status in words. */
  private static String message(HttpURLConnection answer) throws IOException {
    try (InputStream in = answer.getErrorStream()) {
      String body = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
      if (body.startsWith("{")) {
        String message = new ObjectMapper().readTree(body).findPath("message").asText();
        return message.isEmpty() ? body : message;
      }
    }
    return String.valueOf(answer.getResponseMessage());
  }
}

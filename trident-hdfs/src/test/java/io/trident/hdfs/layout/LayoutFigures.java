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
package io.trident.hdfs.layout;

import io.trident.hdfs.PublishedFigures;
import io.trident.hdfs.TieredHdfs;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.net.NetUtils;

/** What the NameNode in this JVM shows of tables: metrics, and a page of its web interface. */
final class LayoutFigures {
  private LayoutFigures() {}

  /** Returns a metric of the metrics2 source {@code TridentLayouts}. */
  static long metric(String name) {
    return metric("TridentLayouts", name);
  }

  /** Returns how often the placement policy has failed. */
  static long placementFailures() {
    return metric("TridentPlacementPolicy", "Failures");
  }

  private static long metric(String source, String name) {
    return PublishedFigures.value(DefaultMetricsSystem.instance().getSource(source), name);
  }

  /** Returns the page, which is as of the last round. */
  static String page(TieredHdfs hdfs) throws IOException {
    URL address =
        new URL(
            "http://%s%s"
                .formatted(
                    NetUtils.getHostPortString(hdfs.cluster().getNameNode().getHttpAddress()),
                    LayoutServlet.PATH));
    try (InputStream in = address.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

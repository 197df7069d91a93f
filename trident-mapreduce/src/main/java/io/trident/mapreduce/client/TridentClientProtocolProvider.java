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
package io.trident.mapreduce.client;

import io.trident.core.guard.Guard;
import io.trident.mapreduce.config.MapReduceKeys;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.YARNRunner;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers to {@code mapreduce.framework.name=trident-yarn} and, with {@link
 * MapReduceKeys#FOR_YARN}, to {@code yarn}; found by {@link java.util.ServiceLoader}.
 *
 * <p>A name of its own, because Hadoop takes the first provider on the class path that answers to
 * {@code yarn}: this one, or its own.
 */
public final class TridentClientProtocolProvider extends ClientProtocolProvider {
  private static final Logger LOG = LoggerFactory.getLogger(TridentClientProtocolProvider.class);

  /** The framework name that selects Trident. */
  public static final String FRAMEWORK = "trident-yarn";

  private final Guard guard =
      new Guard((consequence, failure) -> LOG.warn("{} (logged once)", consequence, failure));

  @Override
  public @Nullable ClientProtocol create(Configuration conf) throws IOException {
    return isForTrident(conf)
        ? guard.<ClientProtocol>get(
            "Jobs are submitted by Hadoop's own client",
            () -> new TridentYarnRunner(conf),
            () -> new YARNRunner(conf))
        : null;
  }

  private boolean isForTrident(Configuration conf) {
    String framework = conf.get(MRConfig.FRAMEWORK_NAME, "");
    return framework.equals(FRAMEWORK)
        || (framework.equals(MRConfig.YARN_FRAMEWORK_NAME)
            && guard.get(
                "Jobs for yarn are submitted by Hadoop's own client",
                () -> MapReduceKeys.FOR_YARN.read(conf::get),
                () -> false));
  }

  @Override
  public @Nullable ClientProtocol create(InetSocketAddress address, Configuration conf)
      throws IOException {
    return create(conf);
  }

  @Override
  public void close(ClientProtocol protocol) throws IOException {
    if (protocol instanceof YARNRunner runner) {
      runner.close();
    }
  }
}

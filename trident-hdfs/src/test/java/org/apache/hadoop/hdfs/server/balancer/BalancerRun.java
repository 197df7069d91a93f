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
package org.apache.hadoop.hdfs.server.balancer;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtil;

/** Runs HDFS's Balancer in this process; its {@code run} is package-private. */
public final class BalancerRun {
  private BalancerRun() {}

  /** Balances until nothing is left to move. */
  public static int of(Configuration conf) throws IOException, InterruptedException {
    return Balancer.run(DFSUtil.getInternalNsRpcUris(conf), BalancerParameters.DEFAULT, conf);
  }
}

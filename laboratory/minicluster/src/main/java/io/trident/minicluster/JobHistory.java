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
package io.trident.minicluster;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** The MapReduce job history server; a class of its own, since not every class path has it. */
final class JobHistory implements AutoCloseable {
  private final JobHistoryServer server = new JobHistoryServer();

  private JobHistory() {}

  static JobHistory start(Configuration conf) {
    JobHistory history = new JobHistory();
    history.server.init(new YarnConfiguration(conf));
    history.server.start();
    return history;
  }

  @Override
  public void close() {
    server.stop();
  }
}

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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.junit.jupiter.api.Test;

final class TridentClientProtocolProviderTest {
  @Test
  void isFoundAndAnswersToItsOwnNameOnly() throws Exception {
    ClientProtocolProvider provider =
        ServiceLoader.load(ClientProtocolProvider.class).stream()
            .filter(found -> found.type() == TridentClientProtocolProvider.class)
            .findFirst()
            .orElseThrow()
            .get();
    Configuration conf = new Configuration();
    for (String other : new String[] {"yarn", "local", "classic"}) {
      conf.set("mapreduce.framework.name", other);
      assertThat(provider.create(conf)).isNull();
    }
    conf.set("mapreduce.framework.name", "trident-yarn");
    ClientProtocol protocol = provider.create(conf);
    assertThat(protocol).isInstanceOf(TridentYarnRunner.class);
    provider.close(protocol);
  }
}

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

import java.io.File;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.YARNRunner;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @Test
  void answersToYarnWhereItsKeyIsSet() throws Exception {
    ClientProtocolProvider provider = new TridentClientProtocolProvider();
    Configuration conf = new Configuration();
    conf.set("trident.mapreduce.for-yarn", "true");
    conf.set("mapreduce.framework.name", "yarn");
    ClientProtocol protocol = provider.create(conf);
    assertThat(protocol).isInstanceOf(TridentYarnRunner.class);
    provider.close(protocol);
    conf.set("mapreduce.framework.name", "local");
    assertThat(provider.create(conf)).isNull();
    conf.set("mapreduce.framework.name", "yarn");
    conf.set("trident.mapreduce.for-yarn", "perhaps");
    assertThat(provider.create(conf)).as("left to Hadoop's own").isNull();
  }

  /** The order is that of install.md: Hadoop's scripts put mapreduce/lib before mapreduce. */
  @ParameterizedTest
  @CsvSource({
    "true, io.trident.mapreduce.client.TridentYarnRunner",
    "false, org.apache.hadoop.mapred.YARNRunner"
  })
  void hadoopAsksTheProviderThatComesFirstOnTheClassPath(boolean tridentFirst, String runner)
      throws Exception {
    List<URL> classPath = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      classPath.add(new File(entry).toURI().toURL());
    }
    URL first = jarOf(tridentFirst ? TridentClientProtocolProvider.class : YARNRunner.class);
    classPath.remove(first);
    classPath.add(0, first);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader inOrder =
        new URLClassLoader(classPath.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
      thread.setContextClassLoader(inOrder);
      Object conf = inOrder.loadClass(Configuration.class.getName()).getConstructor().newInstance();
      Method set = conf.getClass().getMethod("set", String.class, String.class);
      set.invoke(conf, "mapreduce.framework.name", "yarn");
      set.invoke(conf, "trident.mapreduce.for-yarn", "true");
      Object cluster =
          inOrder
              .loadClass(Cluster.class.getName())
              .getConstructor(conf.getClass())
              .newInstance(conf);
      Field client = cluster.getClass().getDeclaredField("client");
      client.setAccessible(true);
      assertThat(client.get(cluster).getClass().getName()).isEqualTo(runner);
      cluster.getClass().getMethod("close").invoke(cluster);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static URL jarOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }
}

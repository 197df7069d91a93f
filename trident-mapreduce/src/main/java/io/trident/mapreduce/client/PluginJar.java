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

import io.trident.core.config.ConfigKey;
import io.trident.mapreduce.config.MapReduceKeys;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.ClassUtil;
import org.jspecify.annotations.Nullable;

/** The self-contained jar that travels with a job to its AM. */
final class PluginJar {
  private PluginJar() {}

  /**
   * Returns the jar that {@code trident.mapreduce.am-jar} names, else the one of these classes.
   *
   * @throws IOException if there is no such file, or if these classes are in a jar that lacks the
   *     classes they share with other hosts: an AM would not start from it
   */
  static Path find(Configuration conf) throws IOException {
    String named = MapReduceKeys.AM_JAR.read(conf::get);
    if (!named.isEmpty()) {
      if (!new java.io.File(named).isFile()) {
        throw new IOException(
            "%s names %s, which is no file".formatted(MapReduceKeys.AM_JAR.name(), named));
      }
      return new Path(named);
    }
    @Nullable String own = ClassUtil.findContainingJar(PluginJar.class);
    if (own == null || !Objects.equals(own, ClassUtil.findContainingJar(ConfigKey.class))) {
      throw new IOException(
          "Trident's classes are in no self-contained jar that could travel to the AM; name one by "
              + MapReduceKeys.AM_JAR.name());
    }
    return new Path(own);
  }
}

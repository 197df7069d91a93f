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
package io.trident.mapreduce;

import io.trident.fixtures.HidingClassLoader;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Loads Trident's classes, and those of Hadoop that share packages with them, anew and without one
 * of them; as from a jar, where one is named.
 */
public final class HidingLoader extends HidingClassLoader {
  private @Nullable Path jar;

  /**
   * @param hidden name of the class that is missing; empty for none
   * @param shared names of classes that are the parent's nevertheless
   */
  public HidingLoader(String hidden, Set<String> shared) {
    super(hidden, HidingLoader::isShipped, name -> isOwn(name) && !shared.contains(name));
  }

  private static boolean isOwn(String name) {
    return name.startsWith("io.trident.") || name.startsWith("org.apache.hadoop.mapreduce.v2.app.");
  }

  /** Whether it is a class of Trident's, and of no test. */
  private static boolean isShipped(String name) {
    @Nullable URL file =
        HidingLoader.class.getClassLoader().getResource(name.replace('.', '/') + ".class");
    return name.startsWith("io.trident.")
        && !name.startsWith("io.trident.fixtures.")
        && file != null
        && !file.getPath().contains("test-classes");
  }

  /** Names a jar as the one that Trident's classes come from. */
  public HidingLoader packedIn(Path packed) {
    jar = packed;
    return this;
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    if (jar != null && name.startsWith("io/trident/")) {
      return Collections.enumeration(List.of(new URL("jar:" + jar.toUri() + "!/" + name)));
    }
    return super.getResources(name);
  }
}

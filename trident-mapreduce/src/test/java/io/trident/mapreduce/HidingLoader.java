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

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Loads Trident's classes, and those of Hadoop that share packages with them, anew and without one
 * of them, as from a jar that lacks it. All others are the parent's.
 */
public final class HidingLoader extends ClassLoader {
  private static final List<String> OWN =
      List.of("io.trident.", "org.apache.hadoop.mapreduce.v2.app.");

  private final String hidden;
  private final Set<String> shared;
  private final Set<String> loaded = new TreeSet<>();
  private @Nullable Path jar;

  /**
   * @param hidden name of the class that is missing; empty for none
   * @param shared names of classes that are the parent's nevertheless
   */
  public HidingLoader(String hidden, Set<String> shared) {
    super(HidingLoader.class.getClassLoader());
    this.hidden = hidden;
    this.shared = Set.copyOf(shared);
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

  /** Returns the classes of Trident's that were loaded, by name. */
  public synchronized Set<String> loaded() {
    return Set.copyOf(loaded);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (shared.contains(name) || OWN.stream().noneMatch(name::startsWith)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      @Nullable Class<?> known = findLoadedClass(name);
      return known == null ? define(name) : known;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    @Nullable URL file = getParent().getResource(name.replace('.', '/') + ".class");
    if (name.equals(hidden) || file == null) {
      throw new ClassNotFoundException(name);
    }
    try (InputStream in = file.openStream()) {
      byte[] bytes = in.readAllBytes();
      Class<?> defined = defineClass(name, bytes, 0, bytes.length);
      if (!file.getPath().contains("test-classes") && !name.startsWith("org.apache.hadoop")) {
        synchronized (this) {
          loaded.add(name);
        }
      }
      return defined;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

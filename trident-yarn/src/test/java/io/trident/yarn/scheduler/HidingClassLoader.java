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
package io.trident.yarn.scheduler;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** Loads Trident's classes anew, but for one, as if that were missing in the jar. */
final class HidingClassLoader extends ClassLoader {
  private final String hidden;
  private final Set<String> asked = new ConcurrentSkipListSet<>();

  /** Hides a class; an empty name hides none. */
  HidingClassLoader(String hidden) {
    super(HidingClassLoader.class.getClassLoader());
    this.hidden = hidden;
  }

  /** Returns the names of Trident's classes that were asked for. */
  Set<String> asked() {
    return asked;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      if (!name.startsWith("io.trident.")) {
        return super.loadClass(name, resolve);
      }
      asked.add(name);
      if (name.equals(hidden)) {
        throw new ClassNotFoundException(name + " is hidden");
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}

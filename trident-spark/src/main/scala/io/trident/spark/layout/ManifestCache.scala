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
package io.trident.spark.layout

import io.trident.core.layout.manifest.Manifest
import java.lang.ref.SoftReference
import java.util.concurrent.ConcurrentHashMap

/** Manifests that were read before, as long as there is memory for them. Thread-safe. */
private[layout] final class ManifestCache {
  private val known = new ConcurrentHashMap[String, (Int, SoftReference[Manifest])]

  /** Returns a manifest; reads it unless the same file was read before.
    *
    * @param path
    *   of the file
    * @param stamp
    *   differs if the file is another one
    */
  def get(path: String, stamp: Int)(read: => Manifest): Manifest =
    Option(known.get(path)).collect { case (`stamp`, kept) => kept.get } match {
      case Some(manifest) if manifest != null => manifest
      case _                                  =>
        val manifest = read
        if (known.size >= ManifestCache.Most) known.clear()
        known.put(path, (stamp, new SoftReference(manifest)))
        manifest
    }
}

private[layout] object ManifestCache {
  private final val Most = 10000
}

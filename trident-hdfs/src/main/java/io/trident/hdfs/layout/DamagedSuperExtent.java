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
package io.trident.hdfs.layout;

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.recovery.RebuildOrder;
import io.trident.core.layout.recovery.SuperExtentHealth;
import java.util.Map;
import java.util.Set;

/**
 * A damaged super-extent, as it was last looked at.
 *
 * @param stored its files
 * @param stale what of it is on stale nodes only, whether it is rebuilt or not
 * @param health what of it cannot be read
 * @param order what is rebuilt
 */
record DamagedSuperExtent(
    Manifest manifest,
    Map<Extent, StoredObject> stored,
    Set<Extent> stale,
    SuperExtentHealth health,
    RebuildOrder order) {}

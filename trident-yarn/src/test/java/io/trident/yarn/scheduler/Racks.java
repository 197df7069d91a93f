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

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.net.DNSToSwitchMapping;
import org.apache.hadoop.net.NetworkTopology;

/** Topology by name: {@code n7-r2} is in rack {@code /r2}, everything else in the default rack. */
public final class Racks implements DNSToSwitchMapping {
  @Override
  public List<String> resolve(List<String> names) {
    List<String> racks = new ArrayList<>();
    for (String name : names) {
      int dash = name.indexOf("-r");
      racks.add(dash < 0 ? NetworkTopology.DEFAULT_RACK : "/" + name.substring(dash + 1));
    }
    return racks;
  }

  @Override
  public void reloadCachedMappings() {}

  @Override
  public void reloadCachedMappings(List<String> names) {}
}

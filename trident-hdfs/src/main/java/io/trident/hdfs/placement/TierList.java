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
package io.trident.hdfs.placement;

import io.trident.core.config.ConfigException;
import io.trident.core.config.ConfigSource;
import io.trident.hdfs.HdfsKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.fs.StorageType;

/**
 * The storage tiers that the replicas of a block are spread over.
 *
 * <p>The first tier may be volatile (a volume on tmpfs, tagged NVDIMM) and the last one keeps data
 * whatever happens: hence every block has a replica on the last tier, and a block with fewer
 * replicas than there are tiers leaves out middle ones.
 *
 * @param tiers storage types from the fastest to the slowest; no duplicates, at least one
 */
record TierList(List<StorageType> tiers) {
  private static final Set<StorageType> PLACEABLE =
      EnumSet.of(StorageType.NVDIMM, StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE);

  TierList {
    tiers = List.copyOf(tiers);
  }

  /**
   * Reads the list from {@link HdfsKeys#PLACEMENT_TIERS}.
   *
   * @throws ConfigException if a name is unknown, occurs twice, or names a type that HDFS does not
   *     let a policy place on
   */
  static TierList read(ConfigSource source) {
    String text = HdfsKeys.PLACEMENT_TIERS.read(source);
    List<StorageType> tiers = new ArrayList<>();
    for (String name : text.split(",", -1)) {
      tiers.add(parse(name.trim(), text));
    }
    if (Set.copyOf(tiers).size() < tiers.size()) {
      throw invalid(text, "names a storage type twice; name each once.");
    }
    return new TierList(tiers);
  }

  StorageType fastest() {
    return tiers.get(0);
  }

  StorageType slowest() {
    return tiers.get(tiers.size() - 1);
  }

  /**
   * Returns the storage types of a block's replicas, fastest first; a tier that is not available is
   * stood in for by the next slower one that is, else by the nearest faster one.
   *
   * @param replicas number of replicas, at least 1
   * @param available the tiers with room; if none is, all count as available
   */
  List<StorageType> types(int replicas, Set<StorageType> available) {
    List<StorageType> wanted = new ArrayList<>(replicas);
    for (int i = 0; i < replicas - 1 && i < tiers.size() - 1; i++) {
      wanted.add(tiers.get(i));
    }
    while (wanted.size() < replicas) {
      wanted.add(slowest());
    }
    wanted.replaceAll(type -> standIn(type, available));
    return wanted;
  }

  /** Returns the tiers to try, best first, where a type cannot be had after all. */
  List<StorageType> fallbacks() {
    return Stream.concat(tiers.stream().skip(1), Stream.of(fastest())).toList();
  }

  /**
   * Returns storage types in the order to offer them to the writer's own node: the fastest tier
   * last, so that its replicas spread over the cluster instead of filling the nodes that write.
   */
  Comparator<StorageType> writerOrder() {
    List<StorageType> order = fallbacks();
    return Comparator.comparingInt(order::indexOf);
  }

  /** Returns storage types in the order to offer them to other nodes: the fastest tier first. */
  Comparator<StorageType> tierOrder() {
    return Comparator.comparingInt(tiers::indexOf);
  }

  private StorageType standIn(StorageType type, Set<StorageType> available) {
    int at = tiers.indexOf(type);
    for (int i = at; i < tiers.size(); i++) {
      if (available.contains(tiers.get(i))) {
        return tiers.get(i);
      }
    }
    for (int i = at - 1; i >= 0; i--) {
      if (available.contains(tiers.get(i))) {
        return tiers.get(i);
      }
    }
    return type;
  }

  private static StorageType parse(String name, String text) {
    return Arrays.stream(StorageType.values())
        .filter(type -> type.name().equals(name.toUpperCase(Locale.ROOT)))
        .filter(PLACEABLE::contains)
        .findFirst()
        .orElseThrow(
            () ->
                invalid(
                    text,
                    "'%s' is not a storage type that replicas can be placed on; use %s."
                        .formatted(name, PLACEABLE)));
  }

  private static ConfigException invalid(String text, String problem) {
    return new ConfigException(HdfsKeys.PLACEMENT_TIERS.name(), text, problem);
  }
}

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
import io.trident.core.config.ConfigKey;
import io.trident.core.config.ConfigSource;
import io.trident.hdfs.HdfsKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
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
 * <p>A volatile tier (a volume on tmpfs, tagged NVDIMM) loses its replicas when its machine
 * restarts. So a replica goes there only on top of {@link #persistentReplicas} others. Every block
 * has a replica on the slowest persistent tier, and a block with fewer replicas than there are
 * tiers leaves out middle ones.
 *
 * @param tiers storage types from the fastest to the slowest; no duplicates
 * @param volatileTiers types that lose their replicas; need not be among the tiers
 * @param persistentReplicas how many replicas of a block must be persistent before one is volatile;
 *     at least 1
 */
record TierList(List<StorageType> tiers, Set<StorageType> volatileTiers, int persistentReplicas) {
  private static final Set<StorageType> PLACEABLE =
      EnumSet.of(StorageType.NVDIMM, StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE);

  /** What stands for no tier at all: an empty value stands for the default. */
  private static final String NONE = "none";

  TierList {
    tiers = List.copyOf(tiers);
    volatileTiers = Set.copyOf(volatileTiers);
  }

  /**
   * Reads the list from {@link HdfsKeys#PLACEMENT_TIERS}, {@link HdfsKeys#PLACEMENT_VOLATILE_TIERS}
   * and {@link HdfsKeys#PLACEMENT_PERSISTENT_REPLICAS}.
   *
   * @throws ConfigException if a name is unknown, occurs twice, or names a type that HDFS does not
   *     let a policy place on, or if the last tier is volatile
   */
  static TierList read(ConfigSource source) {
    String text = HdfsKeys.PLACEMENT_TIERS.read(source);
    String volatileText = HdfsKeys.PLACEMENT_VOLATILE_TIERS.read(source);
    List<StorageType> tiers = parse(HdfsKeys.PLACEMENT_TIERS, text);
    Set<StorageType> volatileTiers =
        volatileText.trim().equalsIgnoreCase(NONE)
            ? Set.of()
            : Set.copyOf(parse(HdfsKeys.PLACEMENT_VOLATILE_TIERS, volatileText));
    if (volatileTiers.contains(tiers.get(tiers.size() - 1))) {
      throw invalid(
          HdfsKeys.PLACEMENT_TIERS,
          text,
          "ends with a tier that %s names; end with a persistent one."
              .formatted(HdfsKeys.PLACEMENT_VOLATILE_TIERS.name()));
    }
    return new TierList(tiers, volatileTiers, HdfsKeys.PLACEMENT_PERSISTENT_REPLICAS.read(source));
  }

  StorageType fastest() {
    return tiers.get(0);
  }

  /** Returns whether replicas can be placed: whether there is a persistent tier. */
  boolean isPlaceable() {
    return tiers.stream().anyMatch(this::isPersistent);
  }

  /** Returns the tiers without some. */
  TierList without(Set<StorageType> withheld) {
    return new TierList(
        tiers.stream().filter(type -> !withheld.contains(type)).toList(),
        volatileTiers,
        persistentReplicas);
  }

  /**
   * Returns the storage types of a block's replicas, fastest first; a tier that is not available is
   * stood in for by the next slower one that is, else by the nearest faster one. A persistent tier
   * is stood in for by persistent ones only.
   *
   * @param replicas number of replicas, at least 1
   * @param available the tiers with room; what cannot be stood in for counts as available
   */
  List<StorageType> types(int replicas, Set<StorageType> available) {
    StorageType slowest = persistent().get(persistent().size() - 1);
    int volatileLeft = Math.max(0, replicas - persistentReplicas);
    List<StorageType> wanted = new ArrayList<>(replicas);
    for (StorageType type : tiers) {
      if (wanted.size() < replicas - 1
          && type != slowest
          && (isPersistent(type) || volatileLeft-- > 0)) {
        wanted.add(type);
      }
    }
    while (wanted.size() < replicas) {
      wanted.add(slowest);
    }
    wanted.replaceAll(type -> standIn(type, available));
    return wanted;
  }

  /** Returns the tiers to try, best first, where a type cannot be had after all. */
  List<StorageType> fallbacks() {
    return fastestLast().filter(this::isPersistent).toList();
  }

  /** Returns whether replicas of these types suffice for a further, volatile one. */
  boolean arePersistentEnough(Collection<StorageType> types) {
    return types.stream().filter(this::isPersistent).count() >= persistentReplicas;
  }

  boolean isPersistent(StorageType type) {
    return !volatileTiers.contains(type);
  }

  /**
   * Returns types of replicas that may be deleted; so many volatile ones come first, and so few
   * others are named, that enough persistent replicas remain.
   *
   * @param expected how many replicas are to remain
   * @param held the types of all replicas
   */
  List<StorageType> excess(int expected, List<StorageType> held) {
    List<StorageType> excess = new ArrayList<>(held);
    types(Math.max(1, expected), EnumSet.copyOf(tiers)).forEach(excess::remove);
    int deletions = held.size() - expected;
    List<StorageType> surplus =
        held.stream()
            .filter(type -> !isPersistent(type))
            .skip(Math.max(0, expected - persistentReplicas))
            .limit(Math.max(0, deletions))
            .toList();
    if (surplus.isEmpty()) {
      return excess;
    }
    surplus.forEach(excess::remove);
    return Stream.concat(surplus.stream(), excess.stream().sorted(tierOrder()))
        .limit(deletions)
        .toList();
  }

  /**
   * Returns storage types in the order to offer them to the writer's own node: the fastest tier
   * last, so that its replicas spread over the cluster instead of filling the nodes that write.
   */
  Comparator<StorageType> writerOrder() {
    return Comparator.comparingInt(fastestLast().toList()::indexOf);
  }

  /** Returns storage types in the order to offer them to other nodes: the fastest tier first. */
  Comparator<StorageType> tierOrder() {
    return Comparator.comparingInt(tiers::indexOf);
  }

  private Stream<StorageType> fastestLast() {
    return Stream.concat(tiers.stream().skip(1), Stream.of(fastest()));
  }

  private List<StorageType> persistent() {
    return tiers.stream().filter(this::isPersistent).toList();
  }

  private StorageType standIn(StorageType type, Set<StorageType> available) {
    List<StorageType> candidates = isPersistent(type) ? persistent() : tiers;
    int at = candidates.indexOf(type);
    for (int i = at; i < candidates.size(); i++) {
      if (available.contains(candidates.get(i))) {
        return candidates.get(i);
      }
    }
    for (int i = at - 1; i >= 0; i--) {
      if (available.contains(candidates.get(i))) {
        return candidates.get(i);
      }
    }
    return type;
  }

  private static List<StorageType> parse(ConfigKey<String> key, String text) {
    List<StorageType> types = new ArrayList<>();
    for (String name : text.split(",", -1)) {
      types.add(parse(key, name.trim(), text));
    }
    if (Set.copyOf(types).size() < types.size()) {
      throw invalid(key, text, "names a storage type twice; name each once.");
    }
    return types;
  }

  private static StorageType parse(ConfigKey<String> key, String name, String text) {
    return Arrays.stream(StorageType.values())
        .filter(type -> type.name().equals(name.toUpperCase(Locale.ROOT)))
        .filter(PLACEABLE::contains)
        .findFirst()
        .orElseThrow(
            () ->
                invalid(
                    key,
                    text,
                    "'%s' is not a storage type that replicas can be placed on; use %s."
                        .formatted(name, PLACEABLE)));
  }

  private static ConfigException invalid(ConfigKey<String> key, String text, String problem) {
    return new ConfigException(key.name(), text, problem);
  }
}

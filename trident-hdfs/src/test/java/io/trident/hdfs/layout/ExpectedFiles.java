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

import static java.util.Objects.requireNonNull;

import io.trident.core.layout.Extent;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.RecoveryPlanner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What there must be after a run of random steps: tables, what of them is broken, and files. */
final class ExpectedFiles {
  private final Map<String, List<ReplicatedTable>> tables = new TreeMap<>();
  private final Map<Member, Optional<byte[]>> broken = new HashMap<>();
  private final Map<String, byte[]> ordinary = new TreeMap<>();

  /** An extent or parity of a super-extent. */
  record Member(ReplicatedTable superExtent, Extent extent) {}

  /** Tables by their paths. */
  Map<String, List<ReplicatedTable>> tables() {
    return tables;
  }

  /** Contents of other files by their paths. */
  Map<String, byte[]> ordinary() {
    return ordinary;
  }

  List<ReplicatedTable> superExtents() {
    return tables.values().stream().flatMap(List::stream).toList();
  }

  /** All extents and parities, in an order that depends on the tables only. */
  List<Member> members() {
    List<Member> members = new ArrayList<>();
    for (ReplicatedTable one : superExtents()) {
      one.manifest().files().keySet().forEach(extent -> members.add(new Member(one, extent)));
    }
    return members;
  }

  /** Those that are what was written, or are to be rebuilt. */
  List<Member> unbroken() {
    return members().stream().filter(one -> !broken.containsKey(one)).toList();
  }

  void rename(String from, String to) {
    List<ReplicatedTable> table = requireNonNull(tables.remove(from));
    table.forEach(one -> one.isAt(to));
    tables.put(to, table);
  }

  void delete(String table) {
    List<ReplicatedTable> deleted = requireNonNull(tables.remove(table));
    broken.keySet().removeIf(one -> deleted.contains(one.superExtent()));
  }

  /** Notes that a file is another one from now on, or none. */
  void isBroken(Member member, Optional<byte[]> content) {
    broken.put(member, content);
  }

  boolean hasBroken(String table) {
    List<ReplicatedTable> all = requireNonNull(tables.get(table));
    return broken.keySet().stream().anyMatch(one -> all.contains(one.superExtent()));
  }

  /** Returns whether somebody who reads a file now may find some bytes. */
  boolean allows(Member member, byte[] found) {
    Optional<byte[]> content = broken.get(member);
    return content == null
        ? Arrays.equals(found, member.superExtent().written(member.extent()))
        : content.isPresent() && Arrays.equals(found, content.get());
  }

  /** Returns what can never be rebuilt if some members are lost, besides those that are broken. */
  Set<Member> unrecoverable(Set<Member> lost) {
    Set<Member> found = new HashSet<>();
    for (ReplicatedTable one : superExtents()) {
      Set<Extent> damaged = new HashSet<>();
      for (Extent extent : one.manifest().files().keySet()) {
        Member member = new Member(one, extent);
        if (lost.contains(member) || broken.containsKey(member)) {
          damaged.add(extent);
        }
      }
      RecoveryPlanner.plan(one.manifest(), one.manifest().parity(), Damage.of(damaged))
          .unrecoverable()
          .forEach(extent -> found.add(new Member(one, extent)));
    }
    found.removeAll(broken.keySet());
    return found;
  }

  /** Returns whether nothing would be lost for good. */
  boolean survives(Set<Member> lost) {
    return unrecoverable(lost).isEmpty();
  }
}

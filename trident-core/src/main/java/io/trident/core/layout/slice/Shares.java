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
package io.trident.core.layout.slice;

import java.util.HashMap;
import java.util.Map;

/**
 * What each user has of a node's memory and extents, and whose turn it is to have an extent read:
 * that of the user who wants one and had one longest ago.
 */
final class Shares {
  private static final class Share {
    private long bytes;
    private int extents;
    private long turn;

    /** Whether a read is wanted, and when that was reported last. */
    private boolean isWanting;

    private long wanted;
  }

  private final Map<String, Share> shares = new HashMap<>();
  private long turns;

  /** Returns the bytes that are set aside or kept for a user. */
  long bytes(String owner) {
    Share share = shares.get(owner);
    return share == null ? 0 : share.bytes;
  }

  /** Returns of how many extents something is known for a user. */
  int extents(String owner) {
    Share share = shares.get(owner);
    return share == null ? 0 : share.extents;
  }

  /** Adds bytes to what a user has, or takes some away. */
  void addBytes(String owner, long bytes) {
    share(owner).bytes += bytes;
  }

  /** Adds extents to what a user has, or takes some away. */
  void addExtents(String owner, int extents) {
    share(owner).extents += extents;
  }

  /** Notes that a user wants a read now. */
  void want(String owner, long now) {
    Share share = share(owner);
    share.isWanting = true;
    share.wanted = now;
  }

  /**
   * Returns whether it is a user's turn; O(users).
   *
   * @param alive others that have not wanted a read for so long are passed over; nanoseconds
   */
  boolean isTurn(String owner, long now, long alive) {
    Share own = share(owner);
    for (Share other : shares.values()) {
      if (other != own && other.isWanting && now - other.wanted <= alive && other.turn < own.turn) {
        return false;
      }
    }
    return true;
  }

  /** Notes that a user has had a turn, whether a read began or there was no room for it. */
  void endTurn(String owner) {
    Share share = share(owner);
    share.turn = ++turns;
    share.isWanting = false;
  }

  /** Forgets users that have nothing, and have wanted nothing for a time; O(users). */
  void forgetIdle(long now, long patience) {
    shares
        .values()
        .removeIf(one -> one.bytes == 0 && one.extents == 0 && now - one.wanted > patience);
  }

  private Share share(String owner) {
    return shares.computeIfAbsent(owner, name -> new Share());
  }
}

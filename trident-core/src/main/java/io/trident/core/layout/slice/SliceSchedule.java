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

import io.trident.core.layout.slice.SliceAnswer.Ready;
import io.trident.core.layout.slice.SliceAnswer.Reason;
import io.trident.core.layout.slice.SliceAnswer.Refused;
import io.trident.core.layout.slice.SliceRound.Kept;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a storage node reads an extent for those who ask for its slices, and which slices it
 * keeps. Not thread-safe: the host calls it by one lock, and reads outside of it.
 *
 * @param <E> identifies an extent and how it is sliced
 * @param <P> a slice's content
 */
public final class SliceSchedule<E, P> {
  /*
   * Coordinated lazy scheduling of sliced reads (INSTalytics, FAST 2019, section 6.2). A join reads
   * each slice of an extent in another task. If each read the whole extent, it would be read as
   * often as it has slices. So requests for an extent gather until most of those that are expected
   * have come, or some time has passed; then it is read once, those who wait are served, and what
   * late ones will ask for is kept.
   *
   * Clients ask again and again rather than to be called back: a node's RPC handlers never wait, and
   * a dead client is one that does not ask. All of this is driven by requests and by expire(). While
   * requests gather, and while an extent is read, a client asks again once that has taken as long
   * again as it has so far, within limits: so it gets its slice after twice the time at most, or
   * 5 ms later, and the number of its requests grows with the logarithm of that time, until they
   * are 200 ms apart.
   *
   * Expected are the slices that were neither served nor are kept, but no more than tasks run
   * together. With fewer slots than slices, tasks come in waves: the first wave has the extent read,
   * and slices of the next ones are kept as far as memory goes.
   *
   * A read begins only if what it may take, the whole extent, is within the bound together with all
   * that is kept; room is made by giving up slices (Evictions). A slice that was given up is
   * gathered for again, with all others that were. What nobody asks for expires, and so does what
   * somebody asks for and never takes.
   *
   * Users may be hostile to each other (Shares). They take turns at readers; a user whose turn it is
   * and who does not ask loses it soon. One who has waited for half of the longest time gets memory
   * of those who have more. A slice for which another user has asked as well stays until that one
   * has it, too. Half of the extents that may be known are left to others.
   *
   * Invariant: used = bytes set aside for reads + bytes of slices kept <= maxBytes.
   */

  /** A client that waits asks again at the soonest. */
  private static final Duration SOONEST = Duration.ofMillis(5);

  /** A client that waits for memory or a reader asks again. */
  private static final Duration SOON = Duration.ofMillis(20);

  /** A client that waits asks again at the latest. */
  private static final Duration LATER = Duration.ofMillis(200);

  /** Who has not asked for so long is not waited for at its turn. */
  private static final Duration ALIVE = LATER.multipliedBy(2);

  private final SliceLimits limits;
  private final ToLongFunction<P> size;
  private final LongSupplier nanoTime;
  private final Map<E, SliceRound<P>> rounds = new LinkedHashMap<>();
  private final Shares shares = new Shares();
  private final Map<Reason, Long> refused = new EnumMap<>(Reason.class);
  private long used;
  private long mostUsed;
  private int reading;
  private long reads;
  private long served;
  private long servedLate;
  private long evicted;
  private long expired;

  /**
   * Creates a schedule that knows no extent.
   *
   * @param size bytes of a slice's content
   * @param nanoTime monotonic clock in nanoseconds
   */
  public SliceSchedule(SliceLimits limits, ToLongFunction<P> size, LongSupplier nanoTime) {
    this.limits = limits;
    this.size = size;
    this.nanoTime = nanoTime;
  }

  /**
   * Answers a request. O(slices); if a read could begin O(users), and O(n log n) for n slices that
   * are kept if room is made.
   *
   * @throws IllegalArgumentException if the extent is known with another number of slices
   */
  public SliceAnswer<P> ask(SliceAsk<E> ask) {
    long now = nanoTime.getAsLong();
    SliceRound<P> round = rounds.get(ask.extent());
    if (round == null) {
      if (ask.bytes() > limits.maxBytes()) {
        return refuse(Reason.TOO_LARGE);
      }
      if (rounds.size() >= limits.maxExtents()
          || shares.extents(ask.owner()) >= Math.max(1, limits.maxExtents() / 2)) {
        return refuse(Reason.BUSY);
      }
      round = new SliceRound<>(ask.owner(), ask.slice().slices(), ask.bytes(), now);
      rounds.put(ask.extent(), round);
      shares.addExtents(ask.owner(), 1);
    } else if (round.slices != ask.slice().slices()) {
      throw new IllegalArgumentException(
          "%s has %d slices, and not %d."
              .formatted(ask.extent(), round.slices, ask.slice().slices()));
    }
    return answer(ask, round, now);
  }

  private SliceAnswer<P> answer(SliceAsk<E> ask, SliceRound<P> round, long now) {
    int slice = ask.slice().number();
    Kept<P> kept = round.kept.get(slice);
    if (kept != null) {
      round.ask(ask.owner(), slice, now);
      return new Ready<>(kept.content());
    }
    if (round.isFailed) {
      return refuse(ask, round, Reason.FAILED);
    }
    round.ask(ask.owner(), slice, now);
    if (round.isReading) {
      return new SliceAnswer.Wait<>(asLongAgain(now - round.readSince));
    }
    long waited = now - round.since;
    int needed = needed(Math.min(ask.together(), round.expected()));
    if (round.gathered() < needed && waited < limits.gather().toNanos()) {
      long left = limits.gather().toNanos() - waited;
      return new SliceAnswer.Wait<>(asLongAgain(Math.min(waited, left)));
    }
    shares.want(ask.owner(), now);
    if (reading < limits.readers() && shares.isTurn(ask.owner(), now, ALIVE.toNanos())) {
      shares.endTurn(ask.owner());
      if (makeRoom(ask, round, waited)) {
        begin(ask.owner(), round, now);
        return new SliceAnswer.Read<>(SOONEST, round.wanted());
      }
    }
    if (waited > limits.gather().plus(limits.queue()).toNanos()) {
      return refuse(ask, round, Reason.BUSY);
    }
    return new SliceAnswer.Wait<>(SOON);
  }

  private void begin(String owner, SliceRound<P> round, long now) {
    long kept = round.kept.values().stream().mapToLong(Kept::bytes).sum();
    shares.addBytes(owner, kept + round.bytes);
    shares.addExtents(owner, 1);
    shares.addBytes(round.owner, -kept);
    shares.addExtents(round.owner, -1);
    round.owner = owner;
    used += round.bytes;
    mostUsed = Math.max(mostUsed, used);
    reading++;
    reads++;
    round.isReading = true;
    round.readSince = now;
  }

  private int needed(int expected) {
    return (expected * limits.percent() + 99) / 100;
  }

  private static Duration asLongAgain(long nanos) {
    return Duration.ofNanos(Math.min(Math.max(nanos, SOONEST.toNanos()), LATER.toNanos()));
  }

  private SliceAnswer<P> refuse(SliceAsk<E> ask, SliceRound<P> round, Reason reason) {
    round.leave(ask.owner(), ask.slice().number());
    round.isFailed &= round.gathered() > 0;
    if (round.isIdle()) {
      forget(ask.extent());
    }
    return refuse(reason);
  }

  private SliceAnswer<P> refuse(Reason reason) {
    refused.merge(reason, 1L, Long::sum);
    return new Refused<>(reason);
  }

  private void forget(E extent) {
    SliceRound<P> round = rounds.remove(extent);
    if (round != null) {
      shares.addExtents(round.owner, -1);
    }
  }

  /** Gives up slices until there is room for more; or none, if that does not help. */
  private boolean makeRoom(SliceAsk<E> ask, SliceRound<P> round, long waited) {
    long needed = used + round.bytes - limits.maxBytes();
    Duration patient = limits.gather().plus(limits.queue().dividedBy(2));
    Optional<List<Evictions.Eviction<P>>> evictions =
        waited < patient.toNanos()
            ? Evictions.of(rounds.values(), needed)
            : Evictions.fairly(
                rounds.values(), needed, shares, shares.bytes(ask.owner()) + round.bytes);
    for (Evictions.Eviction<P> one : evictions.orElse(List.of())) {
      one.round().kept.remove(one.slice());
      free(one.round(), one.kept());
      evicted++;
    }
    return evictions.isPresent();
  }

  private void free(SliceRound<P> round, Kept<P> kept) {
    used -= kept.bytes();
    shares.addBytes(round.owner, -kept.bytes());
  }

  /**
   * Reports what was read.
   *
   * @param slices the content of the slices that were wanted; if it has more bytes than the request
   *     had, this is a failure
   * @throws IllegalStateException if the extent is not being read
   */
  public void done(E extent, Map<Integer, P> slices) {
    SliceRound<P> round = reading(extent);
    long bytes = slices.values().stream().mapToLong(size).sum();
    if (bytes > round.bytes) {
      failed(extent);
      return;
    }
    long now = end(round);
    slices.forEach(
        (slice, content) ->
            round.kept.put(
                slice,
                new Kept<>(content, size.applyAsLong(content), !round.isWaitedFor(slice), now)));
    used += bytes;
    shares.addBytes(round.owner, bytes);
  }

  /**
   * Reports that an extent could not be read: who waits is refused.
   *
   * @throws IllegalStateException if the extent is not being read
   */
  public void failed(E extent) {
    SliceRound<P> round = reading(extent);
    end(round);
    round.isFailed = round.gathered() > 0;
    if (round.isIdle()) {
      forget(extent);
    }
  }

  private SliceRound<P> reading(E extent) {
    SliceRound<P> round = rounds.get(extent);
    if (round == null || !round.isReading) {
      throw new IllegalStateException("%s is not being read.".formatted(extent));
    }
    return round;
  }

  private long end(SliceRound<P> round) {
    long now = nanoTime.getAsLong();
    round.isReading = false;
    round.touched = now;
    round.since = now;
    used -= round.bytes;
    shares.addBytes(round.owner, -round.bytes);
    reading--;
    return now;
  }

  /**
   * Reports that a user has a slice, which is given up unless another one waits for it. Nothing
   * happens if it was already.
   */
  public void taken(String owner, E extent, int slice) {
    SliceRound<P> round = rounds.get(extent);
    @Nullable Kept<P> kept = round == null ? null : round.kept.get(slice);
    if (round == null || kept == null) {
      return;
    }
    round.leave(owner, slice);
    served++;
    servedLate += kept.isLate() ? 1 : 0;
    if (round.isWaitedFor(slice)) {
      return;
    }
    free(round, kept);
    round.serve(slice);
    if (round.isComplete()) {
      forget(extent);
    }
  }

  /**
   * Gives up clients that do not ask again, and slices that nobody asks for, or asks for and does
   * not take. The host calls it now and then, about once a second. O(slices kept and waited for).
   */
  public void expire() {
    long now = nanoTime.getAsLong();
    List<E> over = new ArrayList<>();
    rounds.forEach(
        (extent, round) -> {
          round.leaveSilent(now, limits.patience().toNanos());
          round.isFailed &= round.gathered() > 0;
          expire(round, now);
          if (round.isIdle() && now - round.touched > limits.keep().toNanos()) {
            over.add(extent);
          }
        });
    over.forEach(this::forget);
    shares.forgetIdle(now, limits.patience().toNanos());
  }

  private void expire(SliceRound<P> round, long now) {
    Iterator<Map.Entry<Integer, Kept<P>>> slices = round.kept.entrySet().iterator();
    while (slices.hasNext()) {
      Map.Entry<Integer, Kept<P>> one = slices.next();
      Duration longest =
          round.isWaitedFor(one.getKey()) ? limits.keep().plus(limits.patience()) : limits.keep();
      if (now - one.getValue().since() > longest.toNanos()) {
        slices.remove();
        free(round, one.getValue());
        expired++;
      }
    }
  }

  /** Returns what was done, and what there is. */
  public SliceCounts counts() {
    int waiting = rounds.values().stream().mapToInt(SliceRound::requests).sum();
    return new SliceCounts(
        reads, served, servedLate, evicted, expired, refused, used, mostUsed, waiting);
  }
}

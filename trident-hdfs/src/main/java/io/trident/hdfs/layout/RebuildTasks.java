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

import io.trident.hdfs.protocol.BadReplica;
import io.trident.hdfs.protocol.RebuildOutcome;
import io.trident.hdfs.protocol.RebuildOutcome.Result;
import io.trident.hdfs.protocol.RebuildPoll;
import io.trident.hdfs.protocol.RebuildTask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What DataNodes are to rebuild in one epoch: which task is whose. A task stays until its outcome
 * is reported or its block is no longer expected. Thread-safe.
 */
final class RebuildTasks {
  /** After a longer silence a DataNode gets no more tasks. */
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

  /**
   * After a longer silence a DataNode's tasks are given up. Two calls in a row may fail: each takes
   * ten seconds, and the DataNode waits for three.
   */
  private static final long GONE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** After a longer silence a DataNode's tasks are given up if HDFS takes it for dead, too. */
  private static final long DEAD_NANOS = TimeUnit.SECONDS.toNanos(5);

  /**
   * After a longer pause between two looks at who polls, such as of a garbage collector, nobody
   * counts as silent: polls were not heard either.
   */
  private static final long DEAF_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** HDFS hears of a block within one heartbeat, or a few if it is busy. */
  private static final long UNREPORTED_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Of more, outcomes are not counted. */
  private static final int MOST_SETTLED = 10_000;

  private final LongSupplier nanoTime;
  private final long started;
  private final Map<Long, Assigned> tasks = new LinkedHashMap<>();

  /** Tasks whose block was reported before the outcome. */
  private final Map<Long, Assigned> settled = new LinkedHashMap<>();

  /** Tasks whose outcome was reported before the block, by when. */
  private final Map<Long, Reported> reported = new LinkedHashMap<>();

  /** How far tasks had come at their DataNodes' last polls. */
  private final Map<Long, Long> progress = new HashMap<>();

  /** Tasks that have come further since the last round. */
  private final Set<Long> moved = new HashSet<>();

  private final List<Ended> failed = new ArrayList<>();
  private final Map<String, Long> lastPolls = new HashMap<>();
  private long lastId;
  private long lastLook;

  /**
   * A task of a DataNode.
   *
   * @param node the DataNode's identifier
   */
  record Assigned(RebuildTask task, String node) {
    long inode() {
      return task.stored().identity().inode();
    }

    SuperExtentId superExtent() {
      return new SuperExtentId(task.tableInode(), task.superExtent());
    }

    TableFile file() {
      return new TableFile(superExtent(), task.target(), task.stored());
    }
  }

  /** A task that has failed, why, and for which replicas of a source. */
  record Ended(Assigned task, Result result, List<BadReplica> sources) {}

  /** A task whose block is written, as the DataNode reported, and when it did so. */
  private record Reported(Assigned task, long at) {}

  /** What a poll changed: outcomes of tasks that were known, and what is to be done. */
  record Answer(List<RebuildOutcome> ended, List<RebuildTask> tasks, Set<Long> revoked) {}

  /**
   * Starts without tasks.
   *
   * @param nanoTime monotonic clock in nanoseconds
   */
  RebuildTasks(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.started = nanoTime.getAsLong();
    this.lastLook = started;
  }

  /** Returns an identifier for a new task. */
  synchronized long nextId() {
    return ++lastId;
  }

  /** Adds a task, which the DataNode gets with its next poll, in the place of one of its file. */
  synchronized void add(Assigned task) {
    reported.values().removeIf(one -> one.task().inode() == task.inode()); // its block was known
    tasks.put(task.task().id(), task);
  }

  /**
   * Answers a poll of this epoch. What the DataNode does not work on, it has not received.
   *
   * @return at most as many tasks as it has slots
   */
  synchronized Answer poll(RebuildPoll poll) {
    lastPolls.put(poll.node(), nanoTime.getAsLong());
    List<RebuildOutcome> ended = new ArrayList<>();
    for (RebuildOutcome outcome : poll.outcomes()) {
      Assigned task = tasks.get(outcome.id());
      if (task != null && task.node().equals(poll.node())) {
        tasks.remove(outcome.id());
        ended.add(outcome);
        note(task, outcome);
      } else if (remove(settled, outcome.id(), poll.node())) {
        ended.add(outcome);
      }
    }
    poll.progress()
        .forEach(
            (id, bytes) -> {
              if (isOf(tasks.get(id), poll.node()) && !bytes.equals(progress.put(id, bytes))) {
                moved.add(id);
              }
            });
    List<RebuildTask> granted =
        tasks.values().stream()
            .filter(one -> one.node().equals(poll.node()))
            .map(Assigned::task)
            .filter(one -> !poll.running().contains(one.id()))
            .limit(poll.slots())
            .toList();
    Set<Long> revoked = new HashSet<>(poll.running());
    revoked.removeIf(id -> isOf(tasks.get(id), poll.node()) || isOf(settled.get(id), poll.node()));
    return new Answer(ended, granted, revoked);
  }

  private void note(Assigned task, RebuildOutcome outcome) {
    if (outcome.result() == Result.DONE) {
      reported.put(outcome.id(), new Reported(task, nanoTime.getAsLong()));
    } else {
      failed.add(new Ended(task, outcome.result(), outcome.sources()));
    }
  }

  private static boolean remove(Map<Long, Assigned> from, long id, String node) {
    return isOf(from.get(id), node) && from.remove(id) != null;
  }

  private static boolean isOf(@Nullable Assigned task, String node) {
    return task != null && task.node().equals(node);
  }

  /** Returns whether DataNodes may not have polled yet, although they are there. */
  boolean isYoung() {
    return nanoTime.getAsLong() - started <= SILENCE_NANOS;
  }

  /** Notes that a DataNode is there, which has no task of this epoch. */
  synchronized void greet(String node) {
    lastPolls.put(node, nanoTime.getAsLong());
  }

  /**
   * Returns how many tasks each DataNode has that polled a short while ago; others take none. Is
   * called in each round.
   */
  synchronized Map<String, Integer> loads() {
    Map<String, Integer> loads = new HashMap<>();
    heard(SILENCE_NANOS).forEach(node -> loads.put(node, 0));
    tasks.values().forEach(one -> loads.computeIfPresent(one.node(), (node, load) -> load + 1));
    return loads;
  }

  /**
   * Returns the DataNodes that may still do their tasks; others are given up. One that HDFS takes
   * for dead, and that polls, is only late with its heartbeats: what it has done it will report.
   */
  synchronized Set<String> present(Predicate<String> isDead) {
    Set<String> nodes = heard(GONE_NANOS);
    long now = nanoTime.getAsLong();
    nodes.removeIf(
        node -> isDead.test(node) && now - requireNonNull(lastPolls.get(node)) > DEAD_NANOS);
    return nodes;
  }

  private Set<String> heard(long within) {
    long now = nanoTime.getAsLong();
    if (now - lastLook > DEAF_NANOS) {
      lastPolls.replaceAll((node, last) -> now);
    }
    lastLook = now;
    lastPolls.values().removeIf(last -> now - last > GONE_NANOS);
    Set<String> nodes = new HashSet<>();
    lastPolls.forEach(
        (node, last) -> {
          if (now - last <= within) {
            nodes.add(node);
          }
        });
    return nodes;
  }

  /** Returns all tasks that are not settled. */
  synchronized List<Assigned> open() {
    return List.copyOf(tasks.values());
  }

  /** Returns the open tasks that have come further since the last call. */
  synchronized List<Assigned> takeMoved() {
    progress.keySet().retainAll(tasks.keySet());
    List<Assigned> taken = new ArrayList<>();
    for (long id : moved) {
      Assigned task = tasks.get(id);
      if (task != null) {
        taken.add(task);
      }
    }
    moved.clear();
    return taken;
  }

  /** Returns the tasks that have failed since the last call, to their DataNodes' account. */
  synchronized List<Ended> takeFailed() {
    List<Ended> taken = List.copyOf(failed);
    failed.clear();
    return taken;
  }

  /** Returns, once, the tasks that were done so long ago that their block is known or gone. */
  synchronized List<Assigned> takeUnreported() {
    long now = nanoTime.getAsLong();
    List<Assigned> taken = new ArrayList<>();
    reported.values().removeIf(one -> now - one.at() > UNREPORTED_NANOS && taken.add(one.task()));
    return taken;
  }

  /** Ends a task whose block was reported; its outcome may still come. */
  synchronized void settle(long id) {
    Assigned task = tasks.remove(id);
    if (task != null) {
      settled.put(id, task);
      if (settled.size() > MOST_SETTLED) {
        settled.remove(settled.keySet().iterator().next());
      }
    }
  }

  /** Ends a task whose block HDFS no longer expects. */
  synchronized void drop(long id) {
    tasks.remove(id);
  }
}

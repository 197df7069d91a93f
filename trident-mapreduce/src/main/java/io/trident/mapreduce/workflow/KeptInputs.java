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
package io.trident.mapreduce.workflow;

import io.trident.core.storage.FileSegment;
import io.trident.mapreduce.split.JobInputs;
import io.trident.mapreduce.split.SplitInput;
import io.trident.storage.DirectoryLeases;
import io.trident.storage.LeasesUnsupportedException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directories of a job's input that are kept in memory, which it has kept on while it runs.
 * Thread-safe.
 */
final class KeptInputs {
  /** One call of the storage is made for each directory when the job starts. */
  static final int MAX_DIRECTORIES = 100;

  private static final Logger LOG = LoggerFactory.getLogger(KeptInputs.class);
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

  private final DirectoryLeases leases;
  private final WorkflowMetrics metrics;
  private final Set<Path> held = ConcurrentHashMap.newKeySet();

  KeptInputs(DirectoryLeases leases, WorkflowMetrics metrics) {
    this.leases = leases;
    this.metrics = metrics;
  }

  /** Returns the directories of the files that a job reads, the first hundred. */
  static Set<Path> directories(JobInputs inputs) {
    Set<String> texts = new LinkedHashSet<>();
    for (SplitInput split : inputs.splits()) {
      for (FileSegment segment : split.segments()) {
        int end = segment.path().lastIndexOf('/');
        if (end > 0 && texts.size() < MAX_DIRECTORIES) {
          texts.add(segment.path().substring(0, end + 1));
        }
      }
    }
    Set<Path> directories = new LinkedHashSet<>();
    texts.forEach(text -> directories.add(new Path(text)));
    return directories;
  }

  /**
   * Finds out which directories are kept, and prolongs their time.
   *
   * @return after which time to {@link #renew}; zero if none is kept
   */
  Duration find(Set<Path> directories) {
    for (Path directory : directories) {
      try {
        if (leases.renew(directory).isPresent()) {
          held.add(directory);
        }
      } catch (LeasesUnsupportedException e) {
        LOG.debug("Nothing is kept in memory of {}", directory, e);
        break; // a NameNode without the plugin logs every such call
      } catch (IOException e) { // no answer: as without
        LOG.debug("Whether {} is kept in memory is not known", directory, e);
      }
    }
    if (!held.isEmpty()) {
      metrics.held(held.size());
      LOG.info("Kept in memory until this job ends: {}", held);
    }
    return renew();
  }

  /**
   * Prolongs the time of the directories.
   *
   * @return after which time to do so again; zero if none is kept any more
   */
  Duration renew() {
    Duration shortest = Duration.ofMinutes(1);
    for (Path directory : held) {
      try {
        Duration left = leases.renew(directory).orElse(Duration.ZERO);
        if (left.isZero()) {
          held.remove(directory);
          LOG.info("{} is no longer kept in memory", directory);
        } else {
          shortest = min(shortest, left.dividedBy(3));
        }
      } catch (IOException e) {
        LOG.warn("Not asked to keep {} in memory: {}", directory, e.toString());
        shortest = min(shortest, Duration.ofSeconds(1));
      }
    }
    return held.isEmpty() ? Duration.ZERO : max(shortest, SHORTEST_PAUSE);
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private static Duration max(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? b : a;
  }

  /** Lets go of the directories. */
  void release() {
    for (Path directory : held) {
      held.remove(directory);
      try {
        leases.release(directory);
        LOG.info("{} was read and is no longer kept in memory", directory);
      } catch (IOException e) {
        LOG.warn("{} stays in memory until its time is over: {}", directory, e.toString());
      }
    }
  }
}

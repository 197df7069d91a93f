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
package io.trident.mapreduce.prefetch;

import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.feedback.FeedbackJson;
import io.trident.core.storage.BlockProgress;
import io.trident.core.storage.PinState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the client passes to the application master of a prefetch plan beside its blocks: the plan,
 * and how long each block took to be cached; both as JSON in the job's submit directory.
 */
public final class PlanFiles {
  private static final Logger LOG = LoggerFactory.getLogger(PlanFiles.class);
  private static final String PLAN = "job.trident.plan";
  private static final String CACHE_TIMES = "job.trident.cached";
  private static final double MILLIS = 1e3;

  private final Path submitDir;
  private final Configuration conf;

  /** The files of one job. */
  public PlanFiles(Path submitDir, Configuration conf) {
    this.submitDir = submitDir;
    this.conf = conf;
  }

  /** Writes the plan. */
  public void writePlan(PrefetchPlan plan) throws IOException {
    FeedbackJson.writePlan(plan, create(PLAN));
  }

  /** Reads the plan; empty if none was made. */
  public Optional<PrefetchPlan> readPlan() throws IOException {
    try (InputStream in = open(PLAN)) {
      return Optional.of(FeedbackJson.readPlan(in));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /**
   * Writes how long blocks took to be cached, best effort: the job may be over, or its disk full.
   */
  public void writeCacheTimes(List<BlockProgress> blocks) {
    Map<String, Double> seconds = new HashMap<>();
    for (BlockProgress block : blocks) {
      if (block.state() == PinState.CACHED) {
        seconds.put(block.block().key().name(), block.elapsed().toMillis() / MILLIS);
      }
    }
    try {
      FeedbackJson.writeTimes(seconds, create(CACHE_TIMES));
    } catch (IOException | RuntimeException e) {
      LOG.debug("The application master does not get the times that blocks took to be cached", e);
    }
  }

  /** Reads how many seconds after the request blocks were cached, by their ids; as far as known. */
  public Map<String, Double> readCacheTimes() {
    try (InputStream in = open(CACHE_TIMES)) {
      return FeedbackJson.readTimes(in);
    } catch (IOException | RuntimeException e) { // the client may have ended
      LOG.debug("How long blocks took to be cached is not known", e);
      return Map.of();
    }
  }

  /** Not in a directory that is gone: that would leave it behind. */
  private OutputStream create(String name) throws IOException {
    return FileContext.getFileContext(conf)
        .create(new Path(submitDir, name), EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE));
  }

  private InputStream open(String name) throws IOException {
    return FileContext.getFileContext(conf).open(new Path(submitDir, name));
  }
}

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
package io.trident.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.trident.core.config.PrefetchKeys;
import io.trident.core.prefetch.feedback.JobRun;
import io.trident.core.prefetch.feedback.ModelLearner;
import io.trident.core.prefetch.model.LearnedModel;
import io.trident.core.prefetch.model.LearnedModelStore;
import io.trident.core.prefetch.model.TierRates;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What jobs taught, in a directory of any Hadoop file system ({@link PrefetchKeys#MODEL_PATH}): a
 * file for each class of jobs, and one of the platform, by which the first job of a class is
 * planned.
 *
 * <p>No method throws: a file that cannot be read counts as not there, what cannot be written is
 * lost; the first such trouble is logged, and each is counted. Where a rename is atomic, as on
 * HDFS, a reader sees all of one write or all of the one before; elsewhere it may see no file for a
 * moment. Of jobs of one class that end in several processes at the same time, one may be
 * forgotten. Thread-safe.
 */
public final class ModelDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(ModelDirectory.class);
  private static final String PLATFORM = "_platform";
  private static final int LONGEST_NAME = 80;

  private final Path directory;
  private final Configuration conf;
  private final AtomicLong failures = new AtomicLong();

  private ModelDirectory(Path directory, Configuration conf) {
    this.directory = directory;
    this.conf = conf;
  }

  /** Returns the directory of the configuration; empty if nothing is to be learned. */
  public static Optional<ModelDirectory> of(Configuration conf) {
    String path = PrefetchKeys.MODEL_PATH.read(conf::get).strip();
    return path.isEmpty()
        ? Optional.empty()
        : Optional.of(new ModelDirectory(new Path(path), conf));
  }

  /** Returns what is known for a class of jobs; of the platform only if the class is not known. */
  public LearnedModel load(String jobClass) {
    try {
      return known(jobClass);
    } catch (IOException | RuntimeException e) {
      failed("What jobs taught is not known", e);
      return LearnedModel.EMPTY;
    }
  }

  /** Adds what a job taught. */
  public synchronized void learn(JobRun run) {
    try {
      TierRates constants = PrefetchKeys.rates(conf::get);
      write(fileOf(run.jobClass()), ModelLearner.learn(known(run.jobClass()), run, constants));
      LearnedModel platform = read(fileOfPlatform()).orElse(LearnedModel.EMPTY);
      write(fileOfPlatform(), ModelLearner.learn(platform, run, constants).platform());
    } catch (IOException | RuntimeException e) {
      failed("What a job taught is lost", e);
    }
  }

  private LearnedModel known(String jobClass) throws IOException {
    Optional<LearnedModel> ofClass = read(fileOf(jobClass));
    return ofClass.isPresent() ? ofClass.get() : read(fileOfPlatform()).orElse(LearnedModel.EMPTY);
  }

  /** Returns how many files could not be read or written. */
  public long failures() {
    return failures.get();
  }

  private Path fileOfPlatform() {
    return new Path(directory, PLATFORM + ".json");
  }

  /** The name of a file must not depend on what file systems allow, and differ for each class. */
  private Path fileOf(String jobClass) {
    String name = URLEncoder.encode(jobClass, StandardCharsets.UTF_8).replace("*", "%2A");
    if (name.length() > LONGEST_NAME) {
      name = name.substring(0, LONGEST_NAME) + "-" + DigestUtils.sha256Hex(jobClass);
    }
    return new Path(directory, "class-" + name + ".json");
  }

  /** Reads a file; one that is no model counts as not there, and is replaced in time. */
  private Optional<LearnedModel> read(Path file) throws IOException {
    try (InputStream in = FileContext.getFileContext(conf).open(file)) {
      return Optional.of(LearnedModelStore.read(in));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (JsonProcessingException | RuntimeException e) {
      failed(file + " is no learned model", e);
      return Optional.empty();
    }
  }

  private void write(Path file, LearnedModel model) throws IOException {
    FileContext files = FileContext.getFileContext(conf);
    Path next = new Path(directory, "." + file.getName() + "." + UUID.randomUUID());
    try (OutputStream out =
        files.create(next, EnumSet.of(CreateFlag.CREATE), Options.CreateOpts.createParent())) {
      LearnedModelStore.write(model, out);
    }
    try {
      files.rename(next, file, Options.Rename.OVERWRITE);
    } catch (IOException e) {
      files.delete(next, false);
      throw e;
    }
  }

  private void failed(String consequence, Exception cause) {
    if (failures.getAndIncrement() == 0) {
      LOG.warn("{} (logged once): {}", consequence, cause.toString());
    }
    LOG.debug(consequence, cause);
  }
}

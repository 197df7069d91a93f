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
package io.trident.cli.prefetch;

import io.trident.core.config.ConfigException;
import io.trident.core.config.PrefetchKeys;
import io.trident.core.prefetch.model.LearnedModel;
import io.trident.core.prefetch.model.PlatformTime;
import io.trident.storage.ModelDirectory;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * What predictions rest on: what jobs taught, as far as they did, else the configured constants.
 *
 * @param learned what is known of past jobs
 * @param jobClass class of jobs that is asked about; empty if none is
 * @param store whether what jobs teach is kept, and could be read
 */
record ModelChoice(LearnedModel learned, String jobClass, Store store) {
  /** What jobs taught. */
  enum Store {
    /** Is not kept. */
    NONE,
    /** Was read, or nothing has been taught yet. */
    READ,
    /** Could not be read. */
    UNREADABLE
  }

  /**
   * Reads what is known.
   *
   * @param jobClass class of jobs, or the name of one of its jobs; empty for the configured class
   * @throws ConfigException if a key is invalid
   */
  static ModelChoice of(Configuration conf, String jobClass) {
    Optional<ModelDirectory> models = ModelDirectory.of(conf);
    String asked = jobClass.isBlank() ? PrefetchKeys.JOB_CLASS.read(conf::get) : jobClass;
    ModelChoice choice = of(models, asked.strip());
    String ofName = PrefetchKeys.jobClass(key -> null, asked);
    return choice.knowsClass() || ofName.equals(choice.jobClass()) ? choice : of(models, ofName);
  }

  private static ModelChoice of(Optional<ModelDirectory> models, String jobClass) {
    if (models.isEmpty()) {
      return new ModelChoice(LearnedModel.EMPTY, jobClass, Store.NONE);
    }
    LearnedModel learned = models.get().load(jobClass);
    return new ModelChoice(
        learned, jobClass, models.get().failures() == 0 ? Store.READ : Store.UNREADABLE);
  }

  private boolean knowsClass() {
    return samples() > 0;
  }

  private int samples() {
    return learned.tasks().getOrDefault(jobClass, List.of()).size();
  }

  /** Returns one line on what was learned and what is configured. */
  String summary() {
    String path = PrefetchKeys.MODEL_PATH.name();
    return switch (store) {
      case NONE -> "configured times and rates, as %s is not set".formatted(path);
      case UNREADABLE ->
          "configured times and rates, as what jobs taught cannot be read from %s".formatted(path);
      case READ -> known();
    };
  }

  private String known() {
    int jobs = learned.times().getOrDefault(PlatformTime.TIME_TO_INIT, List.of()).size();
    return cpuTimes() + "; " + (jobs == 0 ? "configured times and rates" : platform(jobs));
  }

  private String cpuTimes() {
    if (knowsClass()) {
      return "cpu times learned from %d tasks of job class \"%s\"".formatted(samples(), jobClass);
    }
    return jobClass.isEmpty()
        ? "configured cpu times, as no --job-class is given"
        : "configured cpu times, as no job of class \"%s\" is known".formatted(jobClass);
  }

  private String platform(int jobs) {
    String rates =
        learned.rates().isEmpty()
            ? "configured rates"
            : "rates of "
                + String.join(", ", learned.rates().keySet().stream().map(t -> t.label()).toList());
    return "times of the platform learned from %d jobs, %s".formatted(jobs, rates);
  }
}

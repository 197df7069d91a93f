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
package io.trident.core.prefetch.feedback;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trident.core.prefetch.PredictedTimes;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetchStep;
import io.trident.core.prefetch.PrefetcherName;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Plans, times and reports as JSON, which one process of a host writes and another reads. Fields
 * are named as the records' components; unknown ones are skipped.
 */
public final class FeedbackJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS) // questions, not components
          .build();
  private static final TypeReference<Map<String, Double>> TIMES = new TypeReference<>() {};

  private FeedbackJson() {}

  private record PlanForm(
      PrefetcherName prefetcher,
      List<PrefetchStep> steps,
      double delaySeconds,
      TimesForm predicted,
      List<String> wasted) {}

  private record TimesForm(
      double none, double all, double undelayed, @Nullable Double delayed, double planned) {
    static TimesForm of(PredictedTimes times) {
      @Nullable Double delayed =
          times.delayed().isPresent() ? (Double) times.delayed().getAsDouble() : null;
      return new TimesForm(times.none(), times.all(), times.undelayed(), delayed, times.planned());
    }

    PredictedTimes times() {
      OptionalDouble late = delayed == null ? OptionalDouble.empty() : OptionalDouble.of(delayed);
      return new PredictedTimes(none, all, undelayed, late, planned);
    }
  }

  /** Writes a plan; closes the stream. */
  public static void writePlan(PrefetchPlan plan, OutputStream out) throws IOException {
    MAPPER.writeValue(
        out,
        new PlanForm(
            plan.prefetcher(),
            plan.steps(),
            plan.delaySeconds(),
            TimesForm.of(plan.predicted()),
            plan.wasted()));
  }

  /**
   * Reads what {@link #writePlan} wrote.
   *
   * @throws IOException if it cannot be read or is no plan
   */
  public static PrefetchPlan readPlan(InputStream in) throws IOException {
    PlanForm form = MAPPER.readValue(in, PlanForm.class);
    try {
      return new PrefetchPlan(
          form.prefetcher(),
          form.steps(),
          form.delaySeconds(),
          form.predicted().times(),
          form.wasted());
    } catch (RuntimeException e) { // a part is missing
      throw new IOException("This is no prefetch plan", e);
    }
  }

  /** Writes times in seconds by the ids of blocks; closes the stream. */
  public static void writeTimes(Map<String, Double> seconds, OutputStream out) throws IOException {
    MAPPER.writeValue(out, seconds);
  }

  /**
   * Reads what {@link #writeTimes} wrote.
   *
   * @throws IOException if it cannot be read or is none
   */
  public static Map<String, Double> readTimes(InputStream in) throws IOException {
    return MAPPER.readValue(in, TIMES);
  }

  /** Writes a report and the run that it is of, in lines; closes the stream. */
  public static void writeReport(PlanReview report, JobRun run, OutputStream out)
      throws IOException {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("jobClass", report.jobClass());
    root.put("prefetcher", report.prefetcher().label());
    root.put("delaySeconds", report.delaySeconds());
    root.set("predicted", MAPPER.valueToTree(TimesForm.of(report.predicted())));
    root.put("measuredSeconds", report.measuredSeconds());
    root.put("relativeError", report.error().relative());
    ObjectNode blocks = root.putObject("blocks");
    blocks.put("planned", report.plannedBlocks());
    blocks.put("cached", report.cachedBlocks());
    blocks.put("inTime", report.inTimeBlocks());
    blocks.put("wasted", report.wastedBlocks());
    blocks.put("predictedCacheSeconds", report.predictedCacheSeconds());
    blocks.put("measuredCacheSeconds", report.measuredCacheSeconds());
    ObjectNode bytes = root.putObject("bytes");
    report.bytes().forEach((tier, n) -> bytes.put(tier.label(), n));
    root.set("run", MAPPER.valueToTree(run));
    MAPPER.writerWithDefaultPrettyPrinter().writeValue(out, root);
  }
}

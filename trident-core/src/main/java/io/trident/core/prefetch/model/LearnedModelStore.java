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
package io.trident.core.prefetch.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.trident.core.model.StorageTier;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A learned model in a file, as JSON: {@code {"tasks": {class: [[bytes, seconds], ...]}, "times":
 * {time: [seconds, ...]}, "rates": {tier: [bytes per second, ...]}}}. A reader sees all of one
 * write or all of the one before; of concurrent writers the last wins.
 */
public final class LearnedModelStore {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final Path file;

  /** A store in a local file, whose directory must exist. */
  public LearnedModelStore(Path file) {
    this.file = file;
  }

  /** The JSON form. */
  private record Form(
      @Nullable Map<String, List<double[]>> tasks,
      @Nullable Map<PlatformTime, List<Double>> times,
      @Nullable Map<StorageTier, List<Double>> rates) {}

  /**
   * Reads the model; {@link LearnedModel#EMPTY} if there is no file.
   *
   * @throws IOException if the file cannot be read or is not such JSON
   */
  public LearnedModel load() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return read(in);
    } catch (NoSuchFileException e) {
      return LearnedModel.EMPTY;
    } catch (JsonProcessingException e) {
      throw new IOException(
          "%s is no learned model (%s); delete it to learn anew."
              .formatted(file, e.getOriginalMessage()),
          e);
    }
  }

  /** Replaces the model in the file, which is made if there is none. */
  public void save(LearnedModel model) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Path next = Files.createTempFile(directory, ".learned", ".json");
    try {
      try (OutputStream out = Files.newOutputStream(next)) {
        write(model, out);
      }
      try {
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      Files.deleteIfExists(next);
    }
  }

  /** Reads a model from anywhere. Samples of another form than pairs are skipped. */
  public static LearnedModel read(InputStream in) throws IOException {
    Form form = MAPPER.readValue(in, Form.class);
    LearnedModel model = LearnedModel.EMPTY;
    if (form == null) {
      return model;
    }
    if (form.tasks() != null) {
      for (Map.Entry<String, List<double[]>> entry : form.tasks().entrySet()) {
        model =
            model.withTasks(
                entry.getKey(),
                entry.getValue().stream()
                    .filter(pair -> pair != null && pair.length == 2)
                    .map(pair -> new TaskSample((long) pair[0], pair[1]))
                    .toList());
      }
    }
    return new LearnedModel(
        model.tasks(),
        form.times() == null ? Map.of() : form.times(),
        form.rates() == null ? Map.of() : form.rates());
  }

  /** Writes a model to anywhere. */
  public static void write(LearnedModel model, OutputStream out) throws IOException {
    Map<String, List<double[]>> tasks = new LinkedHashMap<>();
    model
        .tasks()
        .forEach(
            (jobClass, samples) ->
                tasks.put(
                    jobClass,
                    samples.stream()
                        .map(sample -> new double[] {sample.bytes(), sample.cpuSeconds()})
                        .toList()));
    MAPPER.writeValue(out, new Form(tasks, model.times(), model.rates()));
  }
}

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
package io.trident.mapreduce.am;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.trident.core.guard.Guard;
import io.trident.core.text.EnumNames;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.util.concurrent.SubjectInheritingThread;
import org.jspecify.annotations.Nullable;

/**
 * Writes one JSON line per placed map: {@code task}, {@code attempt}, {@code node}, {@code cost},
 * {@code tier} (absent unless node-local), {@code locality}, {@code optimum} (the task's cost in
 * the optimal matching of its round; absent if it was in none) and {@code best} (the lowest cost it
 * could have anywhere).
 *
 * <p>Best effort, on a thread of its own: the AM never waits for it, and a file system that does
 * not take the lines costs the lines alone.
 */
final class PlacementLog implements AutoCloseable {
  private static final String END = "";
  private static final long CLOSE_WAIT_MS = 5_000;
  private static final int CAPACITY = 1 << 17;

  private final JsonFactory json = new JsonFactory();
  private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>(CAPACITY);
  private final Path file;
  private final Configuration conf;
  private final Guard guard;
  private final Thread thread;

  private PlacementLog(Path file, Configuration conf, Guard guard) {
    this.file = file;
    this.conf = conf;
    this.guard = guard;
    this.thread = new SubjectInheritingThread(this::run, "Trident placement log");
    thread.setDaemon(true);
  }

  static PlacementLog start(Path file, Configuration conf, Guard guard) {
    PlacementLog log = new PlacementLog(file, conf, guard);
    log.thread.start();
    return log;
  }

  void placed(
      TaskAttemptId attempt,
      String node,
      ReadForecast forecast,
      double best,
      @Nullable Double optimum) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = json.createGenerator(text)) {
      out.writeStartObject();
      out.writeStringField("task", attempt.getTaskId().toString());
      out.writeStringField("attempt", attempt.toString());
      out.writeStringField("node", node);
      out.writeNumberField("cost", forecast.cost());
      if (forecast.tier() != null) {
        out.writeStringField("tier", forecast.tier().label());
      }
      out.writeStringField("locality", EnumNames.dashed(forecast.locality()));
      if (optimum != null) {
        out.writeNumberField("optimum", optimum);
      }
      out.writeNumberField("best", best);
      out.writeEndObject();
    } catch (IOException e) {
      throw new IllegalStateException(e); // a StringWriter does not fail
    }
    if (!lines.offer(text.append('\n').toString())) {
      guard.contain(
          "Placements are lost: the file is slower than the job",
          new IOException(file + " is not written as fast as maps are placed"));
    }
  }

  private void run() {
    guard.run("Placements are not written", this::write);
  }

  private void write() throws IOException, InterruptedException {
    try (FSDataOutputStream out = file.getFileSystem(conf).create(file, true)) {
      List<String> batch = new ArrayList<>();
      boolean more = true;
      while (more) {
        batch.add(lines.take());
        lines.drainTo(batch);
        for (String line : batch) {
          if (line.equals(END)) {
            more = false;
          } else {
            out.write(line.getBytes(StandardCharsets.UTF_8));
          }
        }
        out.hflush();
        batch.clear();
      }
    }
  }

  @Override
  public void close() {
    try {
      if (lines.offer(END)) {
        thread.join(CLOSE_WAIT_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }
}

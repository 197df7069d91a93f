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
package io.trident.spark.demo;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.Success$;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Where the tasks of an application ran, as its driver knows. Thread-safe. */
final class TaskLog extends SparkListener {
  /**
   * A task that succeeded.
   *
   * @param locality Spark's name of how near it was to its input, such as PROCESS_LOCAL
   */
  record Ended(int stage, int index, String host, String locality) {}

  private final List<Ended> ended = new ArrayList<>();

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
    if (end.reason().equals(Success$.MODULE$)) {
      ended.add(
          new Ended(
              end.stageId(),
              end.taskInfo().index(),
              end.taskInfo().host(),
              end.taskInfo().taskLocality().toString()));
    }
  }

  /** Returns what ended since the last call. */
  synchronized List<Ended> drain() {
    List<Ended> drained = List.copyOf(ended);
    ended.clear();
    return drained;
  }
}

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
package io.trident.layout.worker;

import io.trident.core.layout.DataExtent;
import io.trident.layout.extent.ExtentSources;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;

/** The main class of a host whose worker hangs: it names the worker, and waits for it. */
final class LonelyHost {
  private LonelyHost() {}

  public static void main(String[] arguments) throws Exception {
    JobTable table = new JobTable(Path.of(arguments[0]));
    Workers workers =
        new Workers(
            WorkerCase.command(MisbehavingWorker.class, 64),
            Duration.ofHours(1),
            Duration.ofHours(1),
            System::nanoTime);
    ExtentSources sources =
        extent -> {
          System.out.println(ProcessHandle.current().children().findAny().orElseThrow().pid());
          return table.table().of(extent);
        };
    workers.rebuild(
        WorkerCase.OWNER,
        table.job(new DataExtent(0, 0), JobTable.doing("hang")),
        sources,
        OutputStream.nullOutputStream());
  }
}

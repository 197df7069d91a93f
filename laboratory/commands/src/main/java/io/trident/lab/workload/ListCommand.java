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
package io.trident.lab.workload;

import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.Profile;
import io.trident.benchmarks.workloads.WorkloadEngine;
import io.trident.cli.Columns;
import io.trident.lab.launch.SparkJvm;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trident workload list}. */
@Command(name = "list", description = "Lists the applications, their sizes, and what runs them.")
final class ListCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description = "Lists only what this engine has; spark is found only if it is named.")
  private @Nullable String engine;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (SparkJvm.isMissingFor(engine)) {
      return SparkJvm.run(spec);
    }
    List<WorkloadEngine> engines = engines();
    Columns table = new Columns("workload", "unit", "small", "large", "huge", "engines");
    for (Application application : Application.values()) {
      String having =
          engines.stream()
              .filter(candidate -> candidate.applications().contains(application))
              .map(WorkloadEngine::name)
              .collect(Collectors.joining(", "));
      if (!having.isEmpty()) {
        table.add(
            application.label(),
            application.unit(),
            amount(application, Profile.SMALL),
            amount(application, Profile.LARGE),
            amount(application, Profile.HUGE),
            having);
      }
    }
    spec.commandLine().getOut().print(table);
    spec.commandLine().getOut().flush();
    return 0;
  }

  private List<WorkloadEngine> engines() {
    try {
      return engine == null ? Engines.all() : List.of(Engines.of(engine));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private static String amount(Application application, Profile profile) {
    return String.format(Locale.ROOT, "%,d", application.amount(profile));
  }
}

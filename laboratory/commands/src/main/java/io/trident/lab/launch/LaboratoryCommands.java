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
package io.trident.lab.launch;

import io.trident.cli.SubCommand;
import io.trident.cli.SubCommands;
import io.trident.lab.launch.LaunchedCommand.ClusterOf;
import java.util.List;

/**
 * The laboratory's sub-commands as {@code bin/trident} knows them; what runs is in {@link
 * io.trident.lab.Laboratory}.
 */
public final class LaboratoryCommands implements SubCommands {
  private static final List<SubCommand> ALL =
      List.of(
          new LaunchedCommand(
              "demo",
              "Runs real jobs with the stock schedulers and with Trident on a cluster that it makes"
                  + " on this machine.",
              ClusterOf.ITS_OWN),
          new LaunchedCommand(
              "simulate",
              "Simulates schedulers and prefetchers on a cluster of any size.",
              ClusterOf.THE_USER),
          new LaunchedCommand(
              "figures", "Draws the paper's figures, with its numbers beside.", ClusterOf.THE_USER),
          new LaunchedCommand(
              "workload",
              "Generates, runs and verifies the paper's applications on a cluster.",
              ClusterOf.THE_USER),
          new LaunchedCommand(
              "swim", "Replays a SWIM workload as real jobs on a cluster.", ClusterOf.THE_USER),
          new LaunchedCommand(
              "testbed",
              "Makes a cluster on this machine whose tiers and links have declared rates, and"
                  + " compares schedulers on it.",
              ClusterOf.THE_USER),
          new LaunchedCommand(
              "layout-queries",
              "Measures queries of two benchmarks on logically replicated tables and on other"
                  + " layouts of the same rows.",
              ClusterOf.ITS_OWN),
          new LaunchedCommand(
              "namenode-memory",
              "Measures a NameNode's heap for each TB of logically replicated tables.",
              ClusterOf.ITS_OWN));

  @Override
  public List<SubCommand> all() {
    return ALL;
  }
}

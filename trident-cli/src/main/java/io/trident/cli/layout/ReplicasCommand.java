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
package io.trident.cli.layout;

import picocli.CommandLine.Command;

/** Groups what is done with replica groups. */
@Command(
    name = "replicas",
    description = {
      "Makes copies of directories of files on HDFS that are partitioned by the hash of a column, and"
          + " looks after them: joins need no shuffle of them, and they rebuild each other.",
      "Set HADOOP_CONF_DIR to the configuration of the cluster."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ReplicaCreateCommand.class,
      ReplicaRegisterCommand.class,
      ReplicaShowCommand.class,
      ReplicaVerifyCommand.class,
      ReplicaRecoverCommand.class
    })
public final class ReplicasCommand {}

#!/bin/sh
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.
#
# hdfs, yarn, mapred or hadoop, by the name of this file, on a node of a test bed. As on a cluster, clients of
# MapReduce have Trident's jar of it, the Balancer that of HDFS, all others stock Hadoop.

. "$(dirname "$0")/class-paths" # sets java, options, stock, with_hdfs, with_mapreduce
name=$(basename "$0")
command=${1:-}
[ $# -eq 0 ] || shift
class_path=$stock
case "$name $command" in
  "hdfs dfs" | "hadoop fs" | "hadoop dfs") class=org.apache.hadoop.fs.FsShell ;;
  "hdfs dfsadmin") class=org.apache.hadoop.hdfs.tools.DFSAdmin ;;
  "hdfs fsck") class=org.apache.hadoop.hdfs.tools.DFSck ;;
  "hdfs cacheadmin") class=org.apache.hadoop.hdfs.tools.CacheAdmin ;;
  "hdfs storagepolicies") class=org.apache.hadoop.hdfs.tools.StoragePolicyAdmin ;;
  "hdfs getconf") class=org.apache.hadoop.hdfs.tools.GetConf ;;
  "hdfs balancer")
    class=org.apache.hadoop.hdfs.server.balancer.Balancer
    class_path=$with_hdfs
    ;;
  "yarn application" | "yarn applicationattempt" | "yarn container")
    class=org.apache.hadoop.yarn.client.cli.ApplicationCLI
    set -- "$command" "$@"
    ;;
  "yarn app")
    class=org.apache.hadoop.yarn.client.cli.ApplicationCLI
    set -- application "$@"
    ;;
  "yarn node") class=org.apache.hadoop.yarn.client.cli.NodeCLI ;;
  "yarn queue") class=org.apache.hadoop.yarn.client.cli.QueueCLI ;;
  "yarn logs") class=org.apache.hadoop.yarn.client.cli.LogsCLI ;;
  "yarn rmadmin") class=org.apache.hadoop.yarn.client.cli.RMAdminCLI ;;
  "mapred job")
    class=org.apache.hadoop.mapred.JobClient
    class_path=$with_mapreduce
    ;;
  "mapred queue")
    class=org.apache.hadoop.mapred.JobQueueClient
    class_path=$with_mapreduce
    ;;
  "yarn jar" | "hadoop jar")
    class=org.apache.hadoop.util.RunJar
    class_path=$with_mapreduce
    ;;
  *" version") class=org.apache.hadoop.util.VersionInfo ;;
  *" classpath")
    echo "$HADOOP_CONF_DIR:$class_path"
    exit
    ;;
  *" "*.*) # as in Hadoop, any class
    class=$command
    class_path=$with_mapreduce
    ;;
  *)
    echo "$name: '$command' is no command of this test bed's $name; the name of a class is." >&2
    exit 2
    ;;
esac
# shellcheck disable=SC2086,SC2154 # options are words, set above
exec "$java" $options ${HADOOP_CLIENT_OPTS:-} \
  -cp "$HADOOP_CONF_DIR:$class_path${HADOOP_CLASSPATH:+:$HADOOP_CLASSPATH}" "$class" "$@"

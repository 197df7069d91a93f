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

import io.trident.core.config.SparkKeys;
import io.trident.core.placement.PolicyName;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.trident.TridentPlugin;

/** The ways to place tasks that the demo compares. */
enum Policy {
  /** Spark as it is released. */
  STOCK("stock"),
  /** H-Scheduler, as {@link PolicyName#H_SCHEDULER}. */
  H_SCHEDULER(PolicyName.H_SCHEDULER.label()),
  /** Quartet, as {@link PolicyName#QUARTET}. */
  QUARTET(PolicyName.QUARTET.label()),
  /** Trident's matching. */
  TRIDENT(PolicyName.TRIDENT.label());

  private final String label;

  Policy(String label) {
    this.label = label;
  }

  /** Returns the name used in tables and JSON. */
  String label() {
    return label;
  }

  /** Sets the plugins of an application, and the policy unless it is stock. */
  void configure(SparkConf conf) {
    Stream<String> plugins = Stream.of(NodePlugin.class.getName());
    if (this != STOCK) {
      plugins = Stream.concat(plugins, Stream.of(TridentPlugin.class.getName()));
      conf.set(SparkKeys.POLICY.name(), label);
    }
    conf.set("spark.plugins", plugins.collect(Collectors.joining(",")));
  }
}

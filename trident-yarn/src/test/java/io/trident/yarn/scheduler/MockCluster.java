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
package io.trident.yarn.scheduler;

import io.trident.core.request.PreferenceMap;
import io.trident.yarn.wire.PreferenceMaps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.DNSToSwitchMapping;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.test.MetricsAsserts;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.ResourceUsageMultiNodeLookupPolicy;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** A real resource manager with node managers and application masters that tests play. */
final class MockCluster implements AutoCloseable {
  static {
    OneKeyPair.install();
  }

  static final double MEMORY = 1;
  static final double SSD = 8;
  static final double DISK = 20;
  static final int GB = 1024;

  final MockRM rm;
  private final Map<String, MockNM> nodes = new LinkedHashMap<>();
  private final @Nullable AsynchronousPasses asynchronous;

  /** Which scheduler it is, the Capacity scheduler unless named, and how it is driven. */
  enum Drive {
    HEARTBEAT,
    ASYNC,
    MULTI_NODE,
    ASYNC_MULTI_NODE,
    FAIR,
    FIFO;

    Class<? extends AbstractYarnScheduler<?, ?>> trident() {
      return switch (this) {
        case FAIR -> TridentFairScheduler.class;
        case FIFO -> TridentFifoScheduler.class;
        default -> TridentCapacityScheduler.class;
      };
    }

    Class<? extends AbstractYarnScheduler<?, ?>> stock() {
      return switch (this) {
        case FAIR -> FairScheduler.class;
        case FIFO -> FifoScheduler.class;
        default -> CapacityScheduler.class;
      };
    }
  }

  MockCluster(Configuration conf) {
    this(conf, new MockRM(conf));
  }

  /** Drives a resource manager that is initialized with the same configuration. */
  MockCluster(Configuration conf, MockRM rm) {
    SecurityUtil.setTokenServiceUseIp(false);
    this.rm = rm;
    GenericTestUtils.setRootLogLevel(Level.WARN); // MockRM sets it to DEBUG
    rm.start();
    this.asynchronous = conf.getBoolean(ASYNC, true) ? new AsynchronousPasses(capacity()) : null;
  }

  /** A cluster whose scheduler of Trident goes by a clock of the test's. */
  static MockCluster clocked(Configuration conf, LongSupplier nanoClock) {
    return new MockCluster(
        conf,
        new MockRM(conf) {
          @Override
          protected ResourceScheduler createScheduler() {
            String name = getConfig().get(YarnConfiguration.RM_SCHEDULER);
            if (name.equals(TridentFairScheduler.class.getName())) {
              return new TridentFairScheduler(nanoClock);
            }
            if (name.equals(TridentFifoScheduler.class.getName())) {
              TridentFifoScheduler fifo = new TridentFifoScheduler(nanoClock);
              fifo.setConf(getConfig());
              return fifo;
            }
            TridentCapacityScheduler capacity = new TridentCapacityScheduler(nanoClock);
            capacity.setConf(getConfig());
            return capacity;
          }
        });
  }

  private static final String ASYNC = "yarn.scheduler.capacity.schedule-asynchronously.enable";
  private static final String MULTI = "yarn.scheduler.capacity.multi-node-";

  /** One queue, no limits, delay scheduling off, Trident's scheduler. */
  static YarnConfiguration configuration(Drive drive) {
    YarnConfiguration conf = new YarnConfiguration();
    conf.set(YarnConfiguration.RM_SCHEDULER, drive.trident().getName());
    conf.setClass("net.topology.node.switch.mapping.impl", Racks.class, DNSToSwitchMapping.class);
    conf.set(
        YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR,
        Path.of("target", "node-attributes").toAbsolutePath().toString());
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 512);
    conf.setBoolean(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_ENABLED, false);
    conf.setLong(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, 10_000_000);
    conf.setInt(YarnConfiguration.SCHEDULER_SKIP_NODE_MULTIPLIER, 10_000);
    conf.set("yarn.scheduler.capacity.root.queues", "default");
    conf.set("yarn.scheduler.capacity.root.default.capacity", "100");
    conf.set("yarn.scheduler.capacity.root.default.user-limit-factor", "100");
    conf.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1");
    conf.set("yarn.scheduler.capacity.node-locality-delay", "-1");
    conf.set("yarn.scheduler.capacity.rack-locality-additional-delay", "0");
    boolean multiNode = drive == Drive.MULTI_NODE || drive == Drive.ASYNC_MULTI_NODE;
    if (multiNode) {
      conf.setBoolean(MULTI + "placement-enabled", true);
      conf.set(MULTI + "sorting.policy.names", "default");
      conf.set(MULTI + "sorting.policy", "default");
      conf.set(
          MULTI + "sorting.policy.default.class",
          ResourceUsageMultiNodeLookupPolicy.class.getName());
      conf.set(MULTI + "sorting.policy.default.sorting-interval.ms", "0");
    }
    conf.setBoolean(ASYNC, drive == Drive.ASYNC || drive == Drive.ASYNC_MULTI_NODE);
    conf.setInt("yarn.scheduler.capacity.schedule-asynchronously.scheduling-interval-ms", 5);
    if (drive == Drive.FAIR) {
      conf.setInt("yarn.resource-types.memory-mb.increment-allocation", 512);
      conf.setBoolean(FairSchedulerConfiguration.ASSIGN_MULTIPLE, true);
      conf.setBoolean(FairSchedulerConfiguration.DYNAMIC_MAX_ASSIGN, false);
      setQueues(conf, "<queue name='default'/>");
    }
    return conf;
  }

  /** Sets the queues of the Fair scheduler. */
  static void setQueues(Configuration conf, String queues) {
    Path file =
        Path.of("target", "fair-" + Integer.toHexString(queues.hashCode()) + ".xml")
            .toAbsolutePath();
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(
          file,
          "<?xml version='1.0'?><allocations>%s%s</allocations>"
              .formatted(queues, "<queueMaxAMShareDefault>-1.0</queueMaxAMShareDefault>"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    conf.set(FairSchedulerConfiguration.ALLOCATION_FILE, file.toString());
  }

  /** Two queues, {@code a} guaranteed 20 % and {@code b} 80 %, both without user limits. */
  static YarnConfiguration twoQueues(Drive drive) {
    YarnConfiguration conf = configuration(drive);
    conf.set("yarn.scheduler.capacity.root.queues", "a,b");
    conf.set("yarn.scheduler.capacity.root.a.capacity", "20");
    conf.set("yarn.scheduler.capacity.root.b.capacity", "80");
    conf.set("yarn.scheduler.capacity.root.a.user-limit-factor", "100");
    conf.set("yarn.scheduler.capacity.root.b.user-limit-factor", "100");
    if (drive == Drive.FAIR) {
      setQueues(
          conf,
          "<queue name='a'><weight>20</weight></queue><queue name='b'><weight>80</weight></queue>");
    }
    return conf;
  }

  /** Has the resource manager serve its web application, on a free port. */
  static void startWebApp(Configuration conf) {
    conf.setBoolean("mockrm.webapp.enabled", true);
    conf.set(YarnConfiguration.RM_WEBAPP_ADDRESS, "localhost:0");
    conf.setBoolean(YarnConfiguration.IS_MINI_YARN_CLUSTER, true); // it notes the port
  }

  /** Returns an address of the resource manager's web application. */
  URI webApp(String path) {
    return URI.create("http://" + rm.getConfig().get(YarnConfiguration.RM_WEBAPP_ADDRESS) + path);
  }

  AbstractYarnScheduler<?, ?> scheduler() {
    return (AbstractYarnScheduler<?, ?>) rm.getResourceScheduler();
  }

  CapacityScheduler capacity() {
    return (CapacityScheduler) rm.getResourceScheduler();
  }

  ExtendedScheduler trident() {
    return (ExtendedScheduler) rm.getResourceScheduler();
  }

  /** The value of one of Trident's counters. */
  long metric(String name) {
    return MetricsAsserts.getLongCounter(
        name, MetricsAsserts.getMetrics(trident().extension().context().metrics()));
  }

  MockNM addNode(String name, int mb) throws Exception {
    return addNode(name, mb, 64);
  }

  MockNM addNode(String name, int mb, int cores) throws Exception {
    MockNM node = rm.registerNode(name + ":1234", mb, cores);
    nodes.put(name, node);
    rm.drainEvents();
    return node;
  }

  MockNM node(String name) {
    MockNM node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException("no node " + name);
    }
    return node;
  }

  /** An application whose own container sits alone on a node that nothing else fits on. */
  MockAM startApplication(String queue, String user) throws Exception {
    RMApp application =
        MockRMAppSubmitter.submit(
            rm,
            MockRMAppSubmissionData.Builder.createWithMemory(GB, rm)
                .withUser(user)
                .withQueue(queue)
                .build());
    rm.drainEvents();
    // Only now, or an asynchronous scheduler is past the state that the submitter waits for.
    MockNM home = rm.registerNode("am" + nodes.size() + "-r0:1234", GB, 1);
    nodes.put("am" + nodes.size(), home);
    rm.drainEvents();
    // Not MockRM.launchAM: it waits for SCHEDULED, which an asynchronous scheduler may be past.
    home.nodeHeartbeat(true);
    scheduler().update();
    rm.drainEvents();
    home.nodeHeartbeat(true);
    ApplicationAttemptId attempt = application.getCurrentAppAttempt().getAppAttemptId();
    rm.waitForState(attempt, RMAppAttemptState.ALLOCATED);
    MockAM master = rm.sendAMLaunched(attempt);
    rm.waitForState(attempt, RMAppAttemptState.LAUNCHED);
    master.registerAppAttempt();
    rm.waitForState(application.getApplicationId(), RMAppState.RUNNING);
    return master;
  }

  void heartbeat(String name) throws Exception {
    if (scheduler() instanceof FairScheduler fair) {
      fair.update(); // which it does itself each half second
    }
    node(name).nodeHeartbeat(true);
    rm.drainEvents();
    if (asynchronous != null) {
      asynchronous.await(4);
      rm.drainEvents();
    }
  }

  /** Lets every node heartbeat so many times; returns what the application got, in order. */
  List<Container> beat(MockAM am, int rounds) throws Exception {
    List<Container> allocated = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (String name : List.copyOf(nodes.keySet())) {
        heartbeat(name);
        allocated.addAll(poll(am));
      }
    }
    return allocated;
  }

  static List<Container> poll(MockAM am) throws Exception {
    return am.allocate(new ArrayList<>(), new ArrayList<>()).getAllocatedContainers();
  }

  static void ask(MockAM am, ResourceRequest... requests) throws Exception {
    am.allocate(List.of(requests), new ArrayList<>());
  }

  static void release(MockAM am, List<ContainerId> containers) throws Exception {
    am.allocate(new ArrayList<>(), containers);
  }

  static List<String> hosts(List<Container> containers) {
    List<String> hosts = new ArrayList<>();
    for (Container container : containers) {
      hosts.add(container.getNodeId().getHost());
    }
    return hosts;
  }

  static Map<String, Integer> count(List<Container> containers) {
    Map<String, Integer> counts = new HashMap<>();
    hosts(containers).forEach(host -> counts.merge(host, 1, Integer::sum));
    return counts;
  }

  /** A map-task request; {@code preferences} are pairs of score and count. */
  static ResourceRequest request(String name, int containers, int mb, double... preferences) {
    ResourceRequest request =
        ResourceRequest.newBuilder()
            .priority(Priority.newInstance(20))
            .resourceName(name)
            .capability(Resource.newInstance(mb, 1))
            .numContainers(containers)
            .executionTypeRequest(ExecutionTypeRequest.newInstance())
            .build();
    return PreferenceMaps.attach(request, map(preferences));
  }

  static PreferenceMap map(double... preferences) {
    TreeMap<Double, Integer> counts = new TreeMap<>();
    for (int i = 0; i < preferences.length; i += 2) {
      counts.put(preferences[i], (int) preferences[i + 1]);
    }
    return new PreferenceMap(counts);
  }

  @Override
  public void close() {
    rm.stop();
  }
}

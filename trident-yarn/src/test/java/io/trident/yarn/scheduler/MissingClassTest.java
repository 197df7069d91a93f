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

import static io.trident.yarn.scheduler.MockCluster.DISK;
import static io.trident.yarn.scheduler.MockCluster.GB;
import static io.trident.yarn.scheduler.MockCluster.MEMORY;
import static io.trident.yarn.scheduler.MockCluster.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.guard.Guard;
import io.trident.fixtures.HidingClassLoader;
import io.trident.yarn.scheduler.MockCluster.Drive;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerBridge;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Whichever class of Trident is missing, the resource manager schedules as stock does. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MissingClassTest {
  private static final String KEY = YarnConfiguration.APPLICATION_PLACEMENT_TYPE_CLASS;

  /** The entry points, and what keeps failures from YARN. */
  private static final Set<String> NEEDED =
      Set.of(
          TridentCapacityScheduler.class.getName(),
          TridentFairScheduler.class.getName(),
          TridentFifoScheduler.class.getName(),
          ExtendedScheduler.class.getName(),
          SchedulerExtension.class.getName(),
          SchedulerExtension.Reinitialization.class.getName(),
          Guard.class.getName(),
          Guard.Report.class.getName(),
          Guard.Action.class.getName());

  /**
   * Without these plans are made and followed; only what is pending, an offer without a choice, a
   * refresh of settings, or the REST API, goes wrong.
   */
  private static final Set<String> NOT_FOR_PLANS =
      Set.of(
          PendingPreferences.class.getName() + "$1",
          Shadow.class.getName(),
          PlacementContexts.Proposal.class.getName(),
          WebExtension.class.getName(),
          "io.trident.yarn.web.TridentWebServices");

  private final Map<Drive, List<String>> ofStock = new EnumMap<>(Drive.class);
  private final Map<Drive, List<String>> withAllClasses = new EnumMap<>(Drive.class);

  /** Each loader has metrics of its own under the same name. */
  @BeforeAll
  void allowSeveralMetrics() throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true);
    for (Drive drive : List.of(Drive.HEARTBEAT, Drive.FAIR, Drive.FIFO)) {
      ofStock.put(drive, stock(drive));
      withAllClasses.put(drive, history(drive, hiding("")));
    }
  }

  @AfterAll
  void allowOneOfAName() {
    DefaultMetricsSystem.setMiniClusterMode(false);
  }

  /** Those of the FIFO scheduler are those of the Fair scheduler, and used alike. */
  static Stream<Arguments> everyClass() throws Exception {
    Set<String> fair = everyClass(Drive.FAIR);
    Set<String> fifo = everyClass(Drive.FIFO);
    fifo.removeAll(fair);
    fifo.add(NodeGate.class.getName());
    return Stream.of(
            arguments(Drive.HEARTBEAT, everyClass(Drive.HEARTBEAT)),
            arguments(Drive.FAIR, fair),
            arguments(Drive.FIFO, fifo))
        .flatMap(all -> all);
  }

  private static Stream<Arguments> arguments(Drive drive, Set<String> classes) {
    return classes.stream().map(name -> Arguments.of(drive, name));
  }

  private static Set<String> everyClass(Drive drive) throws Exception {
    HidingClassLoader all = hiding("");
    history(drive, all);
    Set<String> classes = new TreeSet<>(all.asked());
    classes.removeAll(NEEDED);
    assertThat(classes)
        .contains(
            TridentPlacementAllocator.class.getName(),
            PlacementPlan.class.getName(),
            PlacementMetrics.class.getName(),
            "io.trident.core.config.ConfigException",
            "io.trident.core.request.ContainerAllocation")
        .hasSizeGreaterThan(25);
    assertThat(classes.contains(NodeGate.class.getName())).isEqualTo(drive != Drive.HEARTBEAT);
    assertThat(classes.contains(FairSchedulerBridge.class.getName()))
        .isEqualTo(drive == Drive.FAIR);
    return classes;
  }

  private static HidingClassLoader hiding(String name) {
    return HidingClassLoader.ofTrident(name, FairSchedulerBridge.class.getName()::equals);
  }

  @ParameterizedTest
  @EnumSource(names = {"HEARTBEAT", "FAIR", "FIFO"})
  void withAllClassesMapsChangeSomething(Drive drive) {
    assertThat(withAllClasses.get(drive)).isNotEmpty().isNotEqualTo(ofStock.get(drive));
  }

  @ParameterizedTest
  @MethodSource("everyClass")
  void withoutOneTheContainersAreThoseOfStock(Drive drive, String hidden) throws Exception {
    LogCapturer scheduler = capture(SchedulerExtension.class);
    LogCapturer allocator = capture(TridentPlacementAllocator.class);
    List<String> history;
    try {
      history = history(drive, hiding(hidden));
    } finally {
      scheduler.stopCapturing();
      allocator.stopCapturing();
    }
    assertThat(history)
        .isEqualTo((NOT_FOR_PLANS.contains(hidden) ? withAllClasses : ofStock).get(drive));
    String log = scheduler.getOutput() + allocator.getOutput();
    assertThat(log.replace('/', '.')).contains(hidden);
    assertThat(log.split("Containers are placed as by the stock scheduler", -1))
        .as("logged once")
        .hasSizeLessThanOrEqualTo(2);
  }

  private static LogCapturer capture(Class<?> type) {
    return LogCapturer.captureLogs(LoggerFactory.getLogger(type));
  }

  private static List<String> stock(Drive drive) throws Exception {
    YarnConfiguration conf = MockCluster.configuration(drive);
    conf.set(YarnConfiguration.RM_SCHEDULER, drive.stock().getName());
    return history(conf, new MockRM(conf));
  }

  private static List<String> history(Drive drive, HidingClassLoader loader) throws Exception {
    YarnConfiguration conf = MockCluster.configuration(drive);
    MockRM rm =
        new MockRM(conf) {
          @Override
          protected ResourceScheduler createScheduler() {
            return (ResourceScheduler) make(loader, drive.trident().getName(), getConfig());
          }
        };
    String allocator = TridentPlacementAllocator.class.getName();
    if (allocator.equals(rm.getRMContext().getYarnConfiguration().get(KEY))) {
      ForwardingAllocator.makeBy(
          () -> (AppPlacementAllocator<?>) make(loader, allocator, rm.getConfig()));
      rm.getRMContext().getYarnConfiguration().set(KEY, ForwardingAllocator.class.getName());
    }
    return history(conf, rm);
  }

  private static Object make(
      HidingClassLoader loader, String name, org.apache.hadoop.conf.Configuration conf) {
    try {
      return ReflectionUtils.newInstance(loader.loadClass(name), conf);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(name + " should not be asked for", e);
    }
  }

  /** What two applications with maps get at which heartbeat, with a refresh of queues between. */
  private static List<String> history(YarnConfiguration conf, MockRM rm) throws Exception {
    List<String> history = new ArrayList<>();
    try (MockCluster cluster = new MockCluster(conf, rm)) {
      List<MockAM> masters =
          List.of(
              cluster.startApplication("default", "alice"),
              cluster.startApplication("default", "bob"));
      for (int node = 1; node <= 4; node++) {
        cluster.addNode("n" + node + "-r" + (1 + node % 2), 2 * GB);
      }
      for (int round = 0; round < 2; round++) {
        for (MockAM am : masters) {
          MockCluster.ask(
              am,
              request("n4-r1", 2, GB, MEMORY, 2),
              request("n1-r2", 2, GB, DISK, 2),
              request("/r1", 2, GB, MEMORY, 2),
              request("/r2", 2, GB, DISK, 2),
              request("*", 2, GB, MEMORY, 2));
        }
        for (int node = 1; node <= 4; node++) {
          String name = "n" + node + "-r" + (1 + node % 2);
          cluster.heartbeat(name);
          for (int am = 0; am < masters.size(); am++) {
            history.add(
                "%d at %s: %s"
                    .formatted(am, name, MockCluster.hosts(MockCluster.poll(masters.get(am)))));
          }
        }
        cluster.scheduler().reinitialize(conf, rm.getRMContext());
      }
    }
    return history;
  }
}

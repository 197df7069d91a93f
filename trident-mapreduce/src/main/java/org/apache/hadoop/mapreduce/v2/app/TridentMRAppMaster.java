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
package org.apache.hadoop.mapreduce.v2.app;

import io.trident.core.guard.Guard;
import java.lang.reflect.Field;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.app.client.ClientService;
import org.apache.hadoop.mapreduce.v2.app.rm.ContainerAllocator;
import org.apache.hadoop.mapreduce.v2.app.rm.preemption.AMPreemptionPolicy;
import org.apache.hadoop.mapreduce.v2.util.MRApps;
import org.apache.hadoop.mapreduce.v2.util.MRWebAppUtil;
import org.apache.hadoop.util.ExitUtil;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.yarn.YarnUncaughtExceptionHandler;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.apache.hadoop.yarn.api.ApplicationConstants.Environment;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.Clock;
import org.apache.hadoop.yarn.util.SystemClock;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's MapReduce application master with Trident's container allocator.
 *
 * <p>In Hadoop's package because the stock master's router between allocators is private and its
 * shutdown hook package-private: this class brings a router of its own and passes on to it what the
 * stock master passes to its own. Not final, so that Hadoop's own test suites can run with their
 * masters derived from it.
 */
@NullMarked
public class TridentMRAppMaster extends MRAppMaster {
  private static final Logger LOG = LoggerFactory.getLogger(TridentMRAppMaster.class);

  private final Guard guard =
      new Guard((consequence, failure) -> LOG.warn("{} (logged once)", consequence, failure));
  private final ContainerId container;
  private final String nodeHost;
  private final int nodePort;
  private final int nodeHttpPort;
  private @Nullable AMPreemptionPolicy preemptionPolicy;
  private @Nullable TridentAllocatorRouter router;

  /** As {@link MRAppMaster}'s. */
  public TridentMRAppMaster(
      ApplicationAttemptId attempt,
      ContainerId container,
      String nodeHost,
      int nodePort,
      int nodeHttpPort,
      long submitTime) {
    this(
        attempt,
        container,
        nodeHost,
        nodePort,
        nodeHttpPort,
        SystemClock.getInstance(),
        submitTime);
  }

  /** As {@link MRAppMaster}'s. */
  public TridentMRAppMaster(
      ApplicationAttemptId attempt,
      ContainerId container,
      String nodeHost,
      int nodePort,
      int nodeHttpPort,
      Clock clock,
      long submitTime) {
    super(attempt, container, nodeHost, nodePort, nodeHttpPort, clock, submitTime);
    this.container = container;
    this.nodeHost = nodeHost;
    this.nodePort = nodePort;
    this.nodeHttpPort = nodeHttpPort;
  }

  @Override
  protected AMPreemptionPolicy createPreemptionPolicy(Configuration conf) {
    AMPreemptionPolicy policy = super.createPreemptionPolicy(conf);
    preemptionPolicy = policy;
    return policy;
  }

  @Override
  protected ContainerAllocator createContainerAllocator(
      @Nullable ClientService clientService, AppContext context) {
    if (clientService == null) { // this master only cleans up after an earlier attempt
      return super.createContainerAllocator(clientService, context);
    }
    return guard.<ContainerAllocator>get(
        "This AM works as Hadoop's own",
        () -> {
          TridentAllocatorRouter made =
              new TridentAllocatorRouter(
                  clientService,
                  context,
                  () -> preemptionPolicy, // made after the allocator, before its start
                  new TridentAllocatorRouter.NodeManager(
                      nodeHost, nodePort, nodeHttpPort, container),
                  guard);
          router = made;
          return made;
        },
        () -> super.createContainerAllocator(clientService, context));
  }

  @Override
  public void notifyIsLastAMRetry(boolean isLastAMRetry) {
    if (router != null) {
      router.setShouldUnregister(isLastAMRetry);
    }
    super.notifyIsLastAMRetry(isLastAMRetry);
  }

  private void signalled() {
    if (router != null) {
      router.setSignalled();
    }
  }

  /**
   * Starts the master in its container; {@link MRAppMaster#main} with another class. If that cannot
   * be made, as for want of one that it needs, Hadoop's own starts instead.
   */
  public static void main(String[] args) {
    TridentMRAppMaster master;
    try {
      Thread.setDefaultUncaughtExceptionHandler(new YarnUncaughtExceptionHandler());
      markMainStarted();
      master = ofEnvironment();
    } catch (Throwable e) { // nothing has started; any class may be what is missing, the guard, too
      LOG.warn("This AM works as Hadoop's own", e);
      MRAppMaster.main(args);
      return;
    }
    start(master);
  }

  private static TridentMRAppMaster ofEnvironment() {
    ContainerId container = ContainerId.fromString(environment(Environment.CONTAINER_ID.name()));
    ApplicationAttemptId attempt = container.getApplicationAttemptId();
    CallerContext.setCurrent(new CallerContext.Builder("mr_appmaster_" + attempt).build());
    return new TridentMRAppMaster(
        attempt,
        container,
        environment(Environment.NM_HOST.name()),
        Integer.parseInt(environment(Environment.NM_PORT.name())),
        Integer.parseInt(environment(Environment.NM_HTTP_PORT.name())),
        Long.parseLong(environment(ApplicationConstants.APP_SUBMIT_TIME_ENV)));
  }

  private static void start(TridentMRAppMaster master) {
    try {
      ShutdownHookManager hooks = ShutdownHookManager.get();
      hooks.addShutdownHook(master::signalled, SHUTDOWN_HOOK_PRIORITY + 1); // before the next one
      hooks.addShutdownHook(new MRAppMasterShutdownHook(master), SHUTDOWN_HOOK_PRIORITY);

      JobConf conf = new JobConf(new YarnConfiguration());
      conf.addResource(new Path(MRJobConfig.JOB_CONF_FILE));
      MRWebAppUtil.initialize(conf);
      @Nullable String properties = MRApps.getSystemPropertiesToLog(conf);
      if (properties != null) {
        LOG.info(properties);
      }
      String user = environment(Environment.USER.name());
      conf.set(MRJobConfig.USER_NAME, user);
      initAndStartAppMaster(master, conf, user);
    } catch (Throwable e) {
      LOG.error("Error starting the application master", e);
      ExitUtil.terminate(1, e);
    }
  }

  /**
   * Sets the flag of the stock master for running in a container and not in a test; without it the
   * JVM never exits. The flag is private and set by the stock {@code main} only.
   */
  private static void markMainStarted() throws ReflectiveOperationException {
    Field mainStarted = MRAppMaster.class.getDeclaredField("mainStarted");
    mainStarted.setAccessible(true);
    mainStarted.setBoolean(null, true);
  }

  private static String environment(String name) {
    @Nullable String value = System.getenv(name);
    if (value == null) {
      throw new IllegalStateException(name + " is null");
    }
    return value;
  }
}

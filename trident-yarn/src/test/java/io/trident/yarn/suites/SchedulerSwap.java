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
package io.trident.yarn.suites;

import io.trident.yarn.scheduler.TridentCapacityScheduler;
import io.trident.yarn.scheduler.TridentFairScheduler;
import io.trident.yarn.scheduler.TridentFifoScheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.service.AbstractService;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler;
import org.jspecify.annotations.Nullable;

/**
 * Puts Trident's schedulers where the resource manager's code and tests make the stock ones.
 *
 * <p>Two places: {@code ResourceManager#createScheduler}, which reads a class name that tests set
 * in code, and each {@code new CapacityScheduler()}, for example, of a test. Subclasses of the
 * stock schedulers that tests declare, and mocks, stay. The number of schedulers replaced is
 * written to a file per JVM when it exits, since a run which replaced none has shown nothing.
 */
public final class SchedulerSwap implements ClassFileTransformer {
  private static final String PACKAGE = "org/apache/hadoop/yarn/server/resourcemanager/";
  private static final String RESOURCE_MANAGER = PACKAGE + "ResourceManager";

  /** Trident's scheduler by the name of the stock one. */
  private static final Map<String, String> SWAPS =
      Map.of(
          CapacityScheduler.class.getName(), TridentCapacityScheduler.class.getName(),
          FairScheduler.class.getName(), TridentFairScheduler.class.getName(),
          FifoScheduler.class.getName(), TridentFifoScheduler.class.getName());

  private static final String SELF = SchedulerSwap.class.getName().replace('.', '/');
  private static final AtomicInteger SWAPPED = new AtomicInteger();
  private static volatile boolean trident;
  private static volatile boolean installed;

  private SchedulerSwap() {}

  static boolean isInstalled() {
    return installed;
  }

  static void installStock(Instrumentation instrumentation) throws UnmodifiableClassException {
    instrumentation.addTransformer(new SchedulerSwap(), true);
    installed = true;
    // With one JVM a class the test runner has loaded the test class by now.
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.getName().replace('.', '/').startsWith(PACKAGE)
          && instrumentation.isModifiableClass(loaded)) {
        instrumentation.retransformClasses(loaded);
      }
    }
  }

  static void installTrident(Instrumentation instrumentation) throws UnmodifiableClassException {
    trident = true;
    installStock(instrumentation);
    Runtime.getRuntime().addShutdownHook(new Thread(SchedulerSwap::report));
  }

  /** Called by {@code ResourceManager#createScheduler} before it looks at its configuration. */
  public static void beforeCreateScheduler(Object resourceManager) {
    Configuration conf = ((AbstractService) resourceManager).getConfig();
    conf.set(
        YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR,
        Path.of("node-attributes").toAbsolutePath().toString());
    String scheduler =
        conf.get(YarnConfiguration.RM_SCHEDULER, YarnConfiguration.DEFAULT_RM_SCHEDULER);
    if (trident && SWAPS.containsKey(scheduler)) {
      conf.set(YarnConfiguration.RM_SCHEDULER, SWAPS.get(scheduler));
      swapped();
    } else if (SWAPS.containsValue(scheduler)) { // left by a test's first resource manager
      swapped();
    }
  }

  /** Called before each scheduler of Trident is made that replaces a stock one. */
  public static void swapped() {
    SWAPPED.incrementAndGet();
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (className == null || !className.startsWith(PACKAGE)) {
      return null;
    }
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Rewriter(writer, className), 0);
    return writer.toByteArray();
  }

  private static void report() {
    if (SWAPPED.get() > 0) {
      try {
        Files.writeString(
            Path.of("swaps-" + ProcessHandle.current().pid() + ".txt"), SWAPPED + "\n");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Rewriter extends ClassVisitor {
    private final String className;

    Rewriter(ClassVisitor next, String className) {
      super(Opcodes.ASM9, next);
      this.className = className;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (className.equals(RESOURCE_MANAGER) && name.equals("createScheduler")) {
        return new BeforeCreateScheduler(next);
      }
      return trident ? new NewScheduler(next) : next;
    }
  }

  private static final class BeforeCreateScheduler extends MethodVisitor {
    BeforeCreateScheduler(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      visitVarInsn(Opcodes.ALOAD, 0);
      visitMethodInsn(
          Opcodes.INVOKESTATIC, SELF, "beforeCreateScheduler", "(Ljava/lang/Object;)V", false);
    }
  }

  private static final class NewScheduler extends MethodVisitor {
    /** How many objects of a class are made and not constructed; a super() call has none. */
    private final Map<String, Integer> unconstructed = new HashMap<>();

    NewScheduler(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      String ours = ours(type);
      if (opcode == Opcodes.NEW && ours != null) {
        unconstructed.merge(type, 1, Integer::sum);
        visitMethodInsn(Opcodes.INVOKESTATIC, SELF, "swapped", "()V", false);
        super.visitTypeInsn(opcode, ours);
      } else {
        super.visitTypeInsn(opcode, type);
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      String ours = name.equals("<init>") ? ours(owner) : null;
      String made = owner;
      if (ours != null && unconstructed.getOrDefault(owner, 0) > 0) {
        unconstructed.merge(owner, -1, Integer::sum);
        made = ours;
      }
      super.visitMethodInsn(opcode, made, name, descriptor, isInterface);
    }

    private static @Nullable String ours(String type) {
      String ours = SWAPS.get(type.replace('/', '.'));
      return ours == null ? null : ours.replace('.', '/');
    }
  }
}

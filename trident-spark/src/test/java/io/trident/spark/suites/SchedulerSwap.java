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
package io.trident.spark.suites;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Puts Trident's task scheduler and task set manager where Spark's suites make the stock ones.
 *
 * <p>In the classes of the suites, and where a {@code SparkContext} makes its scheduler, each
 * {@code new} and each {@code extends} of a stock class becomes one of Trident's, whose
 * constructors have the same parameters. The number of objects replaced is written to a file per
 * JVM when it exits, since a run which replaced none has shown nothing.
 */
public final class SchedulerSwap implements ClassFileTransformer {
  private static final String SCHEDULER_PACKAGE = "org/apache/spark/scheduler/";
  private static final String SPARK_CONTEXT = "org/apache/spark/SparkContext$";
  private static final String SELF = SchedulerSwap.class.getName().replace('.', '/');
  private static final String SUITES_DIRECTORY = "/suites-classes/";

  /** Stock class -> the class in its place. */
  private static final Map<String, String> REPLACEMENTS =
      Map.of(
          SCHEDULER_PACKAGE + "TaskSchedulerImpl",
          SCHEDULER_PACKAGE + "trident/SuiteTaskScheduler",
          SCHEDULER_PACKAGE + "TaskSetManager",
          SCHEDULER_PACKAGE + "trident/SuiteTaskSetManager");

  private static final AtomicInteger SWAPPED = new AtomicInteger();
  private static final AtomicBoolean INSTALLED = new AtomicBoolean();

  private SchedulerSwap() {}

  /** Installs once per JVM; a test runner opens several sessions. */
  static void install(Instrumentation instrumentation) throws UnmodifiableClassException {
    if (INSTALLED.getAndSet(true)) {
      return;
    }
    instrumentation.addTransformer(new SchedulerSwap(), true);
    // With one JVM a class the test runner has loaded the test class by now.
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.getName().startsWith("org.apache.spark.")
          && instrumentation.isModifiableClass(loaded)
          && isRewritten(loaded.getName().replace('.', '/'), loaded.getProtectionDomain())) {
        instrumentation.retransformClasses(loaded);
      }
    }
    Runtime.getRuntime().addShutdownHook(new Thread(SchedulerSwap::report));
  }

  /** Called before the constructor of each object of Trident in the place of a stock one. */
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
    if (className == null || !isRewritten(className, domain)) {
      return null;
    }
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Rewriter(writer), 0);
    return writer.toByteArray();
  }

  private static boolean isRewritten(String className, @Nullable ProtectionDomain domain) {
    if (className.equals(SPARK_CONTEXT)) {
      return true;
    }
    @Nullable CodeSource source = domain == null ? null : domain.getCodeSource();
    return source != null
        && source.getLocation() != null
        && source.getLocation().getPath().endsWith(SUITES_DIRECTORY);
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
    Rewriter(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        @Nullable String superName,
        String @Nullable [] interfaces) {
      @Nullable String parent = superName == null ? null : replacement(superName);
      super.visit(version, access, name, signature, parent, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      return new Calls(super.visitMethod(access, name, descriptor, signature, exceptions));
    }
  }

  private static final class Calls extends MethodVisitor {
    Calls(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      super.visitTypeInsn(opcode, opcode == Opcodes.NEW ? replacement(type) : type);
    }

    /** Constructors, of objects made and of the super class, and other calls of {@code super}. */
    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      String target = opcode == Opcodes.INVOKESPECIAL ? replacement(owner) : owner;
      if (!target.equals(owner) && name.equals("<init>")) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, SELF, "swapped", "()V", false);
      }
      super.visitMethodInsn(opcode, target, name, descriptor, isInterface);
    }
  }

  private static String replacement(String type) {
    return REPLACEMENTS.getOrDefault(type, type);
  }
}

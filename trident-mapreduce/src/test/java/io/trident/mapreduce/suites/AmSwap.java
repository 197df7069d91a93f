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
package io.trident.mapreduce.suites;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Puts Trident's AM and allocator where the published suites use or extend the stock ones.
 *
 * <p>In the classes of Hadoop's test-jar a superclass that is a stock one becomes Trident's, and so
 * does each that is made with {@code new}. The number of objects made so is written to a file when
 * the JVM exits, since a run which made none has shown nothing. Mocks stay what they are.
 */
public final class AmSwap implements ClassFileTransformer {
  private static final String PACKAGE = "org/apache/hadoop/mapreduce/v2/app/";
  private static final Map<String, String> SWAPS =
      Map.of(
          PACKAGE + "MRAppMaster", PACKAGE + "TridentMRAppMaster",
          PACKAGE + "rm/RMContainerAllocator", PACKAGE + "rm/TridentContainerAllocator");
  private static final String SELF = AmSwap.class.getName().replace('.', '/');
  private static final AtomicInteger SWAPPED = new AtomicInteger();
  private static volatile boolean installed;

  private AmSwap() {}

  static boolean isInstalled() {
    return installed;
  }

  static void install(Instrumentation instrumentation) {
    instrumentation.addTransformer(new AmSwap());
    installed = true;
    Runtime.getRuntime().addShutdownHook(new Thread(AmSwap::report));
  }

  /** Called wherever an object of a stock class would have been made. */
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
    if (className == null || !className.startsWith(PACKAGE) || !isTestJar(domain)) {
      return null;
    }
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Rewriter(writer), 0);
    return writer.toByteArray();
  }

  private static boolean isTestJar(@Nullable ProtectionDomain domain) {
    return domain != null
        && domain.getCodeSource() != null
        && domain.getCodeSource().getLocation().getPath().endsWith("-tests.jar");
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
    private boolean extendsStock;

    Rewriter(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        String superName,
        String @Nullable [] interfaces) {
      extendsStock = SWAPS.containsKey(superName);
      super.visit(
          version, access, name, signature, SWAPS.getOrDefault(superName, superName), interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return new MethodRewriter(next, extendsStock && name.equals("<init>"));
    }
  }

  private static final class MethodRewriter extends MethodVisitor {
    private final boolean counts;

    MethodRewriter(MethodVisitor next, boolean counts) {
      super(Opcodes.ASM9, next);
      this.counts = counts;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      if (counts) {
        count();
      }
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      boolean made = opcode == Opcodes.NEW && SWAPS.containsKey(type);
      if (made) {
        count();
      }
      super.visitTypeInsn(opcode, made ? SWAPS.get(type) : type);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      String target = opcode == Opcodes.INVOKESPECIAL ? SWAPS.getOrDefault(owner, owner) : owner;
      super.visitMethodInsn(opcode, target, name, descriptor, isInterface);
    }

    private void count() {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, SELF, "swapped", "()V", false);
    }
  }
}

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
package io.trident.core.guard;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps failures of Trident away from its host: a part that fails is replaced by what stock does.
 *
 * <p>Every method that a host calls runs Trident's part through a guard. A failure that the guard
 * contains is reported, with the first of each consequence marked, so that it is logged once, and
 * counted each time. Contained are exceptions and errors of Trident's own making: a class, a method
 * or a service that is missing or of another version ({@link LinkageError}, {@link
 * java.util.ServiceConfigurationError}), a failed assertion, an endless recursion. What the JVM
 * itself reports, such as want of memory ({@link VirtualMachineError}), is the host's to handle and
 * passes through. An {@link InterruptedException} is contained and the thread's interrupt flag set
 * again.
 *
 * <p>Thread-safe. What runs inside holds no lock of the guard. A guard remembers each distinct
 * consequence, so these must be constant texts without names of files or jobs.
 */
public final class Guard {
  /** A part of Trident with a result. */
  @FunctionalInterface
  public interface Task<T extends @Nullable Object> {
    T get() throws Exception;
  }

  /** A part of Trident without a result. */
  @FunctionalInterface
  public interface Action {
    void run() throws Exception;
  }

  /** What is done about a contained failure; must not throw. */
  @FunctionalInterface
  public interface Report {
    /** A failure whose consequence was not reported before: to be logged and counted. */
    void first(String consequence, Throwable failure);

    /** A further failure with the same consequence: to be counted. */
    default void again(String consequence, Throwable failure) {}
  }

  private final Report report;
  private final Set<String> reported = ConcurrentHashMap.newKeySet();
  private final LongAdder failures = new LongAdder();

  /** Creates a guard that reports to the host's log and metrics. */
  public Guard(Report report) {
    this.report = Objects.requireNonNull(report, "report");
  }

  /**
   * Returns what {@code trident} returns, or what {@code stock} returns if that fails.
   *
   * @param consequence what happens instead, as a sentence for the log, such as {@code "Blocks are
   *     placed as by stock HDFS"}
   * @param trident may fail in any way; must leave the host's objects usable when it does
   * @param stock what the host would do without Trident; its failures pass through
   */
  public <T extends @Nullable Object> T get(
      String consequence, Task<T> trident, Supplier<T> stock) {
    T result;
    try {
      result = trident.get();
    } catch (Throwable failure) {
      contain(consequence, failure);
      return stock.get();
    }
    return result;
  }

  /**
   * Runs {@code trident}.
   *
   * @param consequence what does not happen if it fails, as a sentence for the log
   * @return whether it ended without a failure
   */
  public boolean run(String consequence, Action trident) {
    try {
      trident.run();
      return true;
    } catch (Throwable failure) {
      contain(consequence, failure);
      return false;
    }
  }

  /**
   * Reports a failure that the caller caught, for calls too frequent for a lambda or that must let
   * some exceptions pass to the host. Throws {@code failure} itself if it must not be contained.
   */
  public void contain(String consequence, Throwable failure) {
    if (!isContained(failure)) {
      throw (Error) failure; // all others are contained
    }
    if (failure instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    failures.increment();
    if (reported.add(consequence)) {
      report.first(consequence, failure);
    } else {
      report.again(consequence, failure);
    }
  }

  /** Returns how many failures were contained so far. */
  public long failures() {
    return failures.sum();
  }

  private static boolean isContained(Throwable failure) {
    return failure instanceof StackOverflowError || !(failure instanceof VirtualMachineError);
  }
}

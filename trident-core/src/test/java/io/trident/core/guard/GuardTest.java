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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GuardTest {
  private final List<String> log = new ArrayList<>();
  private final Guard guard =
      new Guard(
          new Guard.Report() {
            @Override
            public void first(String consequence, Throwable failure) {
              log.add("first " + consequence);
            }

            @Override
            public void again(String consequence, Throwable failure) {
              log.add("again " + consequence);
            }
          });

  static List<Throwable> contained() {
    return List.of(
        new IllegalStateException("bug"),
        new IOException("lost"),
        new NoClassDefFoundError("io/trident/Missing"),
        new NoSuchMethodError("other version"),
        new ExceptionInInitializerError("static"),
        new ServiceConfigurationError("no such provider"),
        new AssertionError("wrong"),
        new StackOverflowError());
  }

  static List<Error> passing() {
    return List.of(new OutOfMemoryError("heap"), new InternalError("JVM"));
  }

  @Test
  void aResultOfTridentIsReturnedAndStockIsNotAsked() {
    assertThat(guard.<String>get("as stock", () -> "ours", () -> fail())).isEqualTo("ours");
    assertThat(guard.run("as stock", () -> {})).isTrue();
    assertThat(guard.failures()).isZero();
    assertThat(log).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("contained")
  void aFailureIsReplacedByStock(Throwable failure) {
    assertThat(guard.<String>get("as stock", () -> raise(failure), () -> "stock"))
        .isEqualTo("stock");
    assertThat(guard.run("not done", () -> raise(failure))).isFalse();
    assertThat(guard.failures()).isEqualTo(2);
    assertThat(log).containsExactly("first as stock", "first not done");
  }

  @ParameterizedTest
  @MethodSource("passing")
  void theHostsErrorsPass(Error failure) {
    assertThatThrownBy(() -> guard.<String>get("as stock", () -> raise(failure), () -> "stock"))
        .isSameAs(failure);
    assertThatThrownBy(() -> guard.run("as stock", () -> raise(failure))).isSameAs(failure);
    assertThat(guard.failures()).isZero();
  }

  @Test
  void failuresOfStockPass() {
    assertThatThrownBy(
            () -> guard.<String>get("as stock", () -> raise(new IOException()), () -> fail()))
        .hasMessage("stock");
  }

  @Test
  void eachConsequenceIsReportedFirstOnceAndCountedAlways() {
    for (int i = 0; i < 3; i++) {
      guard.run("a", () -> raise(new IOException()));
      guard.run("b", () -> raise(new IOException()));
    }
    assertThat(log)
        .containsExactly("first a", "first b", "again a", "again b", "again a", "again b");
    assertThat(guard.failures()).isEqualTo(6);
  }

  @Test
  void anInterruptIsKept() {
    guard.run("not done", () -> raise(new InterruptedException()));
    assertThat(Thread.interrupted()).isTrue();
  }

  private static String fail() {
    throw new IllegalStateException("stock");
  }

  private static String raise(Throwable failure) throws Exception {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (Exception) failure;
  }
}

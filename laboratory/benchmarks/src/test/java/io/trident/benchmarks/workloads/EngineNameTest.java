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
package io.trident.benchmarks.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class EngineNameTest {
  @Test
  void enginesAreFoundByLabel() {
    assertThat(EngineName.of("mapreduce")).isEqualTo(EngineName.MAPREDUCE);
    assertThat(EngineName.of("spark")).isEqualTo(EngineName.SPARK);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EngineName.of("Spark"))
        .withMessage("There is no engine 'Spark'; there are mapreduce, spark.");
  }

  @Test
  void whatAnEngineLacksIsRefusedWithWhatItHas() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EngineName.SPARK.requireApplication(Application.NUTCHINDEX))
        .withMessage(
            "spark has no nutchindex; it has terasort, wordcount, aggregation, join, bayes, kmeans,"
                + " pagerank.");
  }

  @Property
  void applicationsThatAnEngineHasAreRequiredInVain(
      @ForAll EngineName engine, @ForAll Application application) {
    assertThat(engine.applications().contains(application))
        .isEqualTo(engine == EngineName.MAPREDUCE || application != Application.NUTCHINDEX);
    if (engine.applications().contains(application)) {
      assertThatCode(() -> engine.requireApplication(application)).doesNotThrowAnyException();
    }
  }
}

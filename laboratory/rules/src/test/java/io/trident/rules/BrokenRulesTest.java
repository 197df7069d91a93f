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
package io.trident.rules;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.trident.core.wrong.NeedsAnotherLibrary;
import io.trident.core.wrong.NeedsMapReduce;
import io.trident.core.wrong.NeedsTheLaboratory;
import io.trident.layout.avro.wrong.NeedsAServerForAvro;
import io.trident.layout.parquet.wrong.NeedsAServerForParquet;
import io.trident.layout.wrong.NeedsAServer;
import io.trident.layout.wrong.NeedsAvro;
import io.trident.layout.wrong.NeedsParquet;
import io.trident.mapreduce.wrong.NeedsCore;
import io.trident.mapreduce.wrong.NeedsTheServer;
import org.junit.jupiter.api.Test;

/** Each of the {@link Rules} fails for a class that breaks it. */
final class BrokenRulesTest {
  @Test
  void theProductMustNotNeedTheLaboratory() {
    assertBroken(Rules.NOTHING_NEEDS_THE_LABORATORY, NeedsTheLaboratory.class);
  }

  @Test
  void coreMustNotNeedAnotherLibrary() {
    assertBroken(Rules.CORE_NEEDS_THE_JDK_AND_TWO_LIBRARIES, NeedsAnotherLibrary.class);
    assertBroken(Rules.CORE_NEEDS_THE_JDK_AND_TWO_LIBRARIES, NeedsMapReduce.class);
  }

  @Test
  void layoutMustNotNeedAHost() {
    assertBroken(Rules.LAYOUT_NEEDS_THE_CORE_AND_JACKSON, NeedsAServer.class);
  }

  @Test
  void parquetMustNotNeedAHost() {
    assertBroken(Rules.PARQUET_NEEDS_NO_FILE_SYSTEM, NeedsAServerForParquet.class);
  }

  @Test
  void avroMustNotNeedAHost() {
    assertBroken(Rules.AVRO_NEEDS_NO_HOST, NeedsAServerForAvro.class);
  }

  @Test
  void nothingMustNeedAFormat() {
    assertBroken(Rules.NOTHING_NEEDS_PARQUET, NeedsParquet.class);
    assertBroken(Rules.NOTHING_NEEDS_AVRO, NeedsAvro.class);
  }

  @Test
  void enginesMustNotNeedHdfs() {
    assertBroken(Rules.ENGINES_ASK_STORAGES_AND_NOT_HDFS, NeedsTheServer.class);
  }

  @Test
  void modulesMustNotNeedEachOther() {
    assertBroken(Rules.MODULES_HAVE_NO_CYCLE, NeedsCore.class, NeedsMapReduce.class);
  }

  @Test
  void packagesMustNotNeedEachOther() {
    assertBroken(
        Rules.packagesHaveNoCycle("core"),
        io.trident.core.wrong.One.class,
        io.trident.core.wrong.other.Another.class);
  }

  private static void assertBroken(ArchRule rule, Class<?>... wrong) {
    JavaClasses classes = new ClassFileImporter().importClasses(wrong);
    assertThatThrownBy(() -> rule.check(classes))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(wrong[0].getSimpleName());
  }
}

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

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The modules keep the {@link Rules}. */
final class RulesTest {
  private static final JavaClasses ALL = BuiltClasses.all();
  private static final JavaClasses PRODUCT = BuiltClasses.ofProduct();

  @Test
  void theClassesOfEveryModuleAreThere() {
    for (String one :
        new String[] {
          "io.trident.core.guard.Guard",
          "io.trident.layout.extent.ExtentRebuilder",
          "io.trident.layout.mapreduce.Conversion",
          "io.trident.storage.Storages",
          "io.trident.layout.format.RowFormat",
          "io.trident.layout.parquet.ParquetFormat",
          "io.trident.layout.avro.AvroFormat",
          "io.trident.hdfs.client.HdfsStorage",
          "io.trident.hdfs.placement.TierPlacementPolicy",
          "io.trident.yarn.scheduler.TridentCapacityScheduler",
          "io.trident.cli.Main",
          "io.trident.lab.Laboratory",
          "io.trident.testbed.Testbed",
          "io.trident.benchmarks.simulator.Simulation",
          "io.trident.minicluster.TieredCluster",
          "io.trident.spark.demo.SparkDemo",
          "org.apache.spark.scheduler.trident.TridentPlugin"
        }) {
      assertThat(ALL.contain(one)).as(one).isTrue();
    }
    assertThat(ALL).anyMatch(type -> type.getPackageName().equals("io.trident.mapreduce.am"));
  }

  /** By its packages the rules know the laboratory. */
  @Test
  void theLaboratoryIsInPackagesOfItsOwn() {
    classes()
        .should(
            ArchCondition.from(
                Rules.LABORATORY.or(resideInAnyPackage("org.apache.hadoop.yarn.util.."))))
        .check(BuiltClasses.ofLaboratory());
    assertThat(PRODUCT).noneMatch(Rules.LABORATORY);
  }

  @Test
  void nothingNeedsTheLaboratory() {
    Rules.NOTHING_NEEDS_THE_LABORATORY.check(ALL);
  }

  @Test
  void coreNeedsTheJdkAndTwoLibraries() {
    Rules.CORE_NEEDS_THE_JDK_AND_TWO_LIBRARIES.check(ALL);
  }

  @Test
  void layoutNeedsTheCoreAndJackson() {
    Rules.LAYOUT_NEEDS_THE_CORE_AND_JACKSON.check(ALL);
  }

  @Test
  void jobsOfLayoutNeedHadoopOnly() {
    Rules.JOBS_OF_LAYOUT_NEED_HADOOP_ONLY.check(ALL);
  }

  @Test
  void parquetNeedsNoFileSystem() {
    Rules.PARQUET_NEEDS_NO_FILE_SYSTEM.check(ALL);
  }

  @Test
  void avroNeedsNoHost() {
    Rules.AVRO_NEEDS_NO_HOST.check(ALL);
  }

  @Test
  void nothingNeedsAFormat() {
    Rules.NOTHING_NEEDS_PARQUET.check(ALL);
    Rules.NOTHING_NEEDS_AVRO.check(ALL);
  }

  @Test
  void enginesAskStoragesAndNotHdfs() {
    Rules.ENGINES_ASK_STORAGES_AND_NOT_HDFS.check(ALL);
  }

  @Test
  void modulesHaveNoCycle() {
    Rules.MODULES_HAVE_NO_CYCLE.check(ALL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"core", "layout", "hdfs", "yarn", "mapreduce", "spark", "cli"})
  void packagesHaveNoCycle(String module) {
    Rules.packagesHaveNoCycle(module).check(PRODUCT);
  }
}

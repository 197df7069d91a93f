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
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Map;

/** What may depend on what, as ARCHITECTURE.md states it. */
final class Rules {
  private static final String[] LABORATORY_PACKAGES = {
    "io.trident.fixtures..",
    "io.trident.minicluster..",
    "io.trident.testbed..",
    "io.trident.benchmarks..",
    "io.trident.lab..",
    "io.trident.spark.demo..",
    "io.trident.spark.workloads.."
  };

  private static final String PARQUET = "io.trident.layout.parquet..";
  private static final String AVRO = "io.trident.layout.avro..";

  private static final String[] ENGINE_PACKAGES = {
    "io.trident.mapreduce..",
    "io.trident.yarn..",
    "io.trident.spark..",
    "org.apache.spark.scheduler.trident..",
    "org.apache.spark.ui.trident.."
  };

  /** Classes in a host's packages, for what the host shows to these only, by where they are. */
  private static final Map<String, String> OF_HOSTS =
      Map.of(
          "org.apache.hadoop.fs", "hdfs",
          "org.apache.hadoop.hdfs", "hdfs",
          "org.apache.hadoop.mapred", "mapreduce",
          "org.apache.hadoop.yarn.server.resourcemanager", "yarn",
          "org.apache.spark", "spark");

  private Rules() {}

  static final DescribedPredicate<JavaClass> LABORATORY =
      resideInAnyPackage(LABORATORY_PACKAGES).as("the laboratory");

  static final ArchRule NOTHING_NEEDS_THE_LABORATORY =
      noClasses()
          .that(DescribedPredicate.not(LABORATORY))
          .and()
          .resideOutsideOfPackage("org.apache.hadoop.yarn.util..")
          .should()
          .dependOnClassesThat(LABORATORY)
          .because("an installation has none");

  static final ArchRule CORE_NEEDS_THE_JDK_AND_TWO_LIBRARIES =
      classes()
          .that()
          .resideInAPackage("io.trident.core..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.trident.core..",
              "java..",
              "org.apache.commons.math3..",
              "com.fasterxml.jackson..",
              "org.jspecify.annotations..")
          .because("decisions are functions of snapshots, whatever the host");

  static final ArchRule LAYOUT_NEEDS_THE_CORE_AND_JACKSON =
      classes()
          .that()
          .resideInAPackage("io.trident.layout..")
          .and()
          .resideOutsideOfPackages("io.trident.layout.mapreduce..", PARQUET, AVRO)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.trident.layout..",
              "io.trident.core..",
              "java..",
              "com.fasterxml.jackson..",
              "org.jspecify.annotations..")
          .because("jobs, DataNodes and readers bring the streams");

  /** A job that any MapReduce runs, Trident's or stock. */
  static final ArchRule JOBS_OF_LAYOUT_NEED_HADOOP_ONLY =
      noClasses()
          .that()
          .resideInAPackage("io.trident.layout.mapreduce..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.trident.hdfs..", "io.trident.mapreduce..", "io.trident.yarn..")
          .because("the command brings what calls Trident's services");

  static final ArchRule PARQUET_NEEDS_NO_FILE_SYSTEM =
      classes()
          .that()
          .resideInAPackage(PARQUET)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.trident.layout..",
              "io.trident.core..",
              "java..",
              "org.apache.parquet..",
              "io.airlift.compress..",
              "org.jspecify.annotations..")
          .because("jobs, DataNodes and readers bring the streams, whatever Hadoop they have");

  static final ArchRule AVRO_NEEDS_NO_HOST =
      classes()
          .that()
          .resideInAPackage(AVRO)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.trident.layout..",
              "io.trident.core..",
              "java..",
              "org.apache.avro..",
              "com.jcraft.jzlib..",
              "io.airlift.compress..",
              "org.jspecify.annotations..")
          .because("jobs, DataNodes and readers bring the streams");

  static final ArchRule NOTHING_NEEDS_PARQUET = nothingElseNeeds(PARQUET);

  static final ArchRule NOTHING_NEEDS_AVRO = nothingElseNeeds(AVRO);

  private static ArchRule nothingElseNeeds(String format) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(format)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(format)
        .because("formats are found as services, and hosts may do without one");
  }

  static final ArchRule ENGINES_ASK_STORAGES_AND_NOT_HDFS =
      noClasses()
          .that()
          .resideInAnyPackage(ENGINE_PACKAGES)
          .and(DescribedPredicate.not(LABORATORY))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.trident.hdfs..")
          .because("HDFS is one storage of several, which are found by the scheme of a path");

  static final ArchRule MODULES_HAVE_NO_CYCLE =
      slices().assignedFrom(new Modules()).should().beFreeOfCycles();

  /** No package below a module's own needs another one that needs it. */
  static ArchRule packagesHaveNoCycle(String module) {
    return slices().matching("io.trident." + module + ".(**)").should().beFreeOfCycles();
  }

  /** Takes a class to its module of the product. */
  private static final class Modules implements SliceAssignment {
    private static final List<String> NAMES =
        List.of("core", "storage", "layout", "hdfs", "yarn", "mapreduce", "spark", "cli");

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      String name = type.getPackageName();
      if (LABORATORY.test(type)) {
        return SliceIdentifier.ignore();
      }
      for (String module : NAMES) {
        if ((name + ".").startsWith("io.trident." + module + ".")) {
          return SliceIdentifier.of(module);
        }
      }
      return OF_HOSTS.entrySet().stream()
          .filter(entry -> name.startsWith(entry.getKey()))
          .map(entry -> SliceIdentifier.of(entry.getValue()))
          .findFirst()
          .orElseGet(SliceIdentifier::ignore);
    }

    @Override
    public String getDescription() {
      return "modules of the product";
    }
  }
}

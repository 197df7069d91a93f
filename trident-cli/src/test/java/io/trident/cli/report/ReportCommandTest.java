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
package io.trident.cli.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdOutputStream;
import com.ning.compress.lzf.LZFOutputStream;
import io.trident.cli.CommandRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import net.jpountz.lz4.LZ4BlockOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.SnappyOutputStream;

/** Reads what real applications logged (three stages by Trident, one by Quartet). */
final class ReportCommandTest {
  private static final Path LOGS = Path.of("src", "test", "resources", "eventlogs");
  private static final Path TRIDENT = LOGS.resolve("trident.json");
  private static final Path QUARTET = LOGS.resolve("quartet.json");

  @TempDir private Path directory = Path.of("");

  @Test
  void theTableHasARowPerStageAndTheirSums() {
    CommandRun run = report(TRIDENT.toString());
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).startsWith("scans (app-20261121061347-0000)");
    assertThat(row(run, "0")).contains("36", "nvdimm 29, ssd 5, rack 2", "151.0", "36/36");
    assertThat(row(run, "3")).contains("36", "process 36", "0.0", "36/36");
    assertThat(row(run, "7"))
        .contains("3", "unknown 3", "-")
        .anyMatch(cell -> cell.contains("without tiers: its tasks read no files"));
    assertThat(row(run, "total"))
        .contains("75", "process 36, nvdimm 29, ssd 5, rack 2, unknown 3", "151.0", "72/72");
  }

  @Test
  void scansOfReplicatedTablesHaveARowEach() throws IOException {
    Path log = directory.resolve("app-1");
    String scan =
        """
        {"Event":"io.trident.spark.report.TridentScanReport","report":{"execution":33,\
        "table":"hdfs://nn/orders","dimensions":[{"column":"id","superExtents":0,"seconds":1.5},\
        {"column":"day","superExtents":2,"seconds":0.25}],"superExtents":2,"allSuperExtents":4,\
        "extents":5,"allExtents":40,"bytes":12500000,"allBytes":800000000,"wholeFiles":0,\
        "reason":"the costs are id 1.500 s, day 0.250 s"}}
        """;
    write(log, Files.readString(TRIDENT) + scan);
    CommandRun run = report(log.toString());
    assertThat(row(run, "0")).contains("36/36");
    assertThat(row(run, "33"))
        .containsExactly(
            "33",
            "day",
            "2/4",
            "5/40",
            "12.5/800.0",
            "hdfs://nn/orders",
            "the costs are id 1.500 s, day 0.250 s");
    JsonNode json = new ObjectMapper().readTree(report("--json", log.toString()).out());
    assertThat(json.at("/applications/0/scans/0/dimensions/1/seconds").asDouble()).isEqualTo(0.25);
    write(log, scan);
    assertThat(report(log.toString()).exitCode()).isZero();
  }

  @Test
  void aPolicyWithoutMatchingIsShownBesideItsOptimum() {
    CommandRun run = report(QUARTET.toString());
    assertThat(row(run, "0")).contains("102.0", "97.0", "32/36");
  }

  @Test
  void jsonHasTheEventsFieldsAndTotals() throws IOException {
    CommandRun run = report("--json", TRIDENT.toString(), QUARTET.toString());
    JsonNode applications = new ObjectMapper().readTree(run.out()).get("applications");
    assertThat(applications).hasSize(2);
    JsonNode trident = applications.get(0);
    assertThat(trident.get("id").asText()).isEqualTo("app-20261121061347-0000");
    assertThat(trident.get("stages")).hasSize(3);
    JsonNode scan = trident.get("stages").get(0);
    assertThat(scan.get("sources").get("ssd").asInt()).isEqualTo(5);
    assertThat(scan.get("details")).hasSize(36);
    assertThat(trident.get("totals").get("planned").asInt()).isEqualTo(72);
    JsonNode quartet = applications.get(1).get("totals");
    assertThat(quartet.get("cost").asDouble()).isCloseTo(102, within(1e-9));
    assertThat(quartet.get("optimum").asDouble()).isCloseTo(97, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".zstd",
        ".lz4",
        ".snappy",
        ".lzf",
        ".gz",
        ".bz2",
        ".inprogress",
        ".zstd.inprogress",
        ".lz4.compact",
        ".lzf.inprogress",
        ".snappy.gz"
      })
  void everyFormOfOneFileReadsTheSame(String ending) throws IOException {
    Path log = directory.resolve("app-1" + ending);
    write(log, Files.readString(TRIDENT));
    assertThat(report(log.toString())).isEqualTo(report(TRIDENT.toString()));
  }

  @Test
  void whatItIsCompressedWithIsSeenByItsBytesWhateverItsName() throws IOException {
    for (String ending : List.of(".zstd", ".lz4", ".snappy", ".lzf", ".gz", ".bz2")) {
      Path log = directory.resolve("app" + ending);
      write(log, Files.readString(TRIDENT));
      Path renamed = Files.move(log, directory.resolve("application"));
      assertThat(report(renamed.toString())).as(ending).isEqualTo(report(TRIDENT.toString()));
      Files.delete(renamed);
    }
  }

  @Test
  void anArchiveOfTheHistoryServerIsReadAsTheLogsInIt() throws IOException {
    List<String> lines = Files.readAllLines(TRIDENT);
    Path log = directory.resolve("eventLogs-app-1.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(log))) {
      entry(zip, "eventlog_v2_app-1/", "");
      entry(zip, "eventlog_v2_app-1/appstatus_app-1", "");
      entry(zip, "eventlog_v2_app-1/events_10_app-1", String.join("\n", lines.subList(7, 10)));
      entry(zip, "eventlog_v2_app-1/events_9_app-1", String.join("\n", lines.subList(0, 7)));
    }
    assertThat(report(log.toString())).isEqualTo(report(TRIDENT.toString()));
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(log))) {
      entry(zip, "app-1", Files.readString(TRIDENT));
      entry(zip, "other/app-2", Files.readString(QUARTET));
    }
    assertThat(report(log.toString())).isEqualTo(report(TRIDENT.toString(), QUARTET.toString()));
  }

  @Test
  void whateverStateALogOfADirectoryIsInTheOthersAreReported() throws IOException {
    write(directory.resolve("good"), Files.readString(TRIDENT));
    byte[] zip = new byte[100];
    zip[0] = 'P';
    zip[1] = 'K';
    zip[2] = 3;
    zip[3] = 4;
    Map<String, byte[]> bad = new LinkedHashMap<>();
    bad.put("a.snappy.inprogress", new byte[0]);
    bad.put("b.lzf", new byte[] {'Z', 'V', 1, 0, 9});
    bad.put("c.zip", Arrays.copyOf(zip, 20));
    bad.put("d", zip);
    bad.put("e.zstd", new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 99, 99, 99});
    bad.put("f.gz", new byte[] {0x1f, (byte) 0x8b, 99});
    bad.put("g.tar", "data in another form\n".repeat(9).getBytes(UTF_8));
    bad.put("h", new byte[] {(byte) 0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0, 9, 9, 9, 9, 9, 9});
    for (Map.Entry<String, byte[]> file : bad.entrySet()) {
      Files.write(directory.resolve(file.getKey()), file.getValue());
    }
    Path rolled = Files.createDirectory(directory.resolve("eventlog_v2_app-1"));
    Files.createFile(rolled.resolve("appstatus_app-1.inprogress"));
    Files.createDirectory(directory.resolve("old"));
    Files.createFile(directory.resolve(".hidden"));

    CommandRun run = report(directory.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEqualTo(report(TRIDENT.toString()).out());
    for (String name : bad.keySet()) {
      assertThat(run.err()).contains("/" + name + " is left out: ");
    }
    assertThat(run.err())
        .contains("a.snappy.inprogress is left out: it is empty")
        .contains("b.lzf is left out: its data (lzf-compressed) is damaged or cut off: EOF")
        .contains("g.tar is left out: none of its 9 lines is an event of Spark")
        .contains("d is left out: it is packed as zip")
        .contains("eventlog_v2_app-1 is left out: it is a rolled log without a file of events")
        .contains("old is left out: it is a directory")
        .doesNotContain("hidden", "spark.plugins");

    JsonNode json = new ObjectMapper().readTree(report("--json", directory.toString()).out());
    assertThat(json.get("applications")).hasSize(1);
    assertThat(json.get("leftOut").size()).isEqualTo((int) run.err().lines().count());
    json.get("leftOut").forEach(one -> assertThat(run.err()).contains(one.get("reason").asText()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                    | it ran without Trident. Switch it on",
        "{\"spark.plugins\":\"other.Plugin\"} | it ran without Trident. Switch it on",
        "{\"spark.plugins\":\"a,org.apache.spark.scheduler.trident.TridentPlugin\"}"
            + " | Trident was on, but no stage has ended",
        "{\"spark.plugins\":\"org.apache.spark.scheduler.trident.TridentPlugin\","
            + "\"spark.scheduler.trident.report.enabled\":\"false\"}"
            + " | Trident was on, but not its reports",
      })
  void whyThereIsNoReportIsTakenFromTheLog(String properties, String why) throws IOException {
    Path log = directory.resolve("app-1");
    List<String> lines = new ArrayList<>(Files.readAllLines(TRIDENT).subList(0, 4));
    lines.add(
        "{\"Event\":\"SparkListenerEnvironmentUpdate\",\"Spark Properties\":" + properties + "}");
    write(log, String.join("\n", lines));
    CommandRun run = report(log.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("scans (app-20261121061347-0000) has no report", why);
    assertThat(run.err().contains("Switch it on")).isEqualTo(why.contains("Switch it on"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".zstd", ".lz4", ".snappy", ".lzf", ".gz", ".bz2", ".zip"})
  void noDamageToALogEndsTheReport(String ending) throws IOException {
    write(directory.resolve("good"), Files.readString(QUARTET));
    Path log = directory.resolve("app" + ending);
    write(log, Files.readString(TRIDENT));
    byte[] whole = Files.readAllBytes(log);
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      byte[] damaged = Arrays.copyOf(whole, random.nextInt(4) == 0 ? 64 : whole.length);
      for (int i = random.nextInt(20); i > 0; i--) {
        int range = random.nextBoolean() ? Math.min(40, damaged.length) : damaged.length;
        damaged[random.nextInt(range)] = (byte) random.nextInt();
      }
      if (random.nextBoolean()) {
        damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
      }
      Files.write(log, damaged);
      CommandRun run = report(directory.toString());
      String shown = run.out() + run.err();
      assertThat(run.out()).as("seed %d", seed).contains("102.0", "97.0", "32/36");
      assertThat(shown).as("seed %d", seed).containsPattern("(?s)app|scans.*scans");
    }
  }

  @Test
  void aRolledLogIsReadInOrderFromItsLastSummary() throws IOException {
    List<String> lines = Files.readAllLines(TRIDENT);
    Path log = Files.createDirectory(directory.resolve("eventlog_v2_app-1"));
    Files.createFile(log.resolve("appstatus_app-1"));
    write(log.resolve("events_1_app-1.zstd"), "not this one\n" + String.join("\n", lines));
    write(log.resolve("events_2_app-1.zstd.compact"), String.join("\n", lines.subList(0, 6)));
    write(log.resolve("events_2_app-1.zstd"), String.join("\n", lines));
    for (int i = 6; i < lines.size(); i++) {
      write(log.resolve("events_%d_app-1.zstd".formatted(i + 4)), lines.get(i) + "\n");
    }
    CommandRun run = report(log.toString());
    assertThat(run).isEqualTo(report(TRIDENT.toString()));
    assertThat(report(directory.toString())).isEqualTo(run);
    assertThat(report(log.toUri().toString())).isEqualTo(run);
  }

  @ParameterizedTest
  @ValueSource(strings = {".zstd", ".lz4", ".snappy", ""})
  void aLogThatBreaksOffIsReadThatFar(String ending) throws IOException {
    Path whole = directory.resolve("whole" + ending);
    StringBuilder much = new StringBuilder(Files.readString(TRIDENT));
    for (int i = 0; much.length() < 2_000_000; i++) {
      much.append("{\"Event\":\"SparkListenerOther\",\"n\":\"").append(i * 7919).append("\"}\n");
    }
    write(whole, much.toString());
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = directory.resolve("cut" + ending);
    Files.write(cut, Arrays.copyOf(bytes, bytes.length * 2 / 3));
    CommandRun run = report(cut.toString());
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo(report(TRIDENT.toString()).out());
  }

  @Test
  void badLinesAreReportedAndLeftOut() throws IOException {
    List<String> lines = Files.readAllLines(TRIDENT);
    String report = lines.get(6);
    Path log = directory.resolve("app-1");
    write(
        log,
        String.join(
            "\n",
            lines.get(1),
            report.substring(0, report.length() / 2),
            "{\"Event\":\"io.trident.spark.report.TridentStageReport\"}",
            "{\"Event\":\"io.trident.spark.report.TridentStageReport\",\"report\":{\"stage\":1}}",
            "\u0000\u0001 no JSON",
            lines.get(7)));
    CommandRun run = report(log.toString());
    assertThat(run.exitCode()).isZero();
    assertThat(run.err().lines()).hasSize(3);
    assertThat(run.err())
        .contains("cannot be read, 2:", "cannot be read, 3:", "cannot be read, 4:");
    assertThat(row(run, "3")).contains("process 36");
  }

  @Test
  void fieldsAndLabelsOfALaterVersionDoNoHarm() throws IOException {
    Path log = directory.resolve("app-1");
    write(
        log,
        Files.readString(QUARTET)
            .replace("\"attempt\":0", "\"attempt\":0,\"colour\":{\"of\":[\"it\"]}")
            .replace("\"nvdimm\":30", "\"crystal\":30")
            .replace("\"reason\":\"policy\"", "\"reason\":\"mood\""));
    CommandRun run = report(log.toString());
    assertThat(run.err()).isEmpty();
    assertThat(row(run, "0")).contains("ssd 4, disk 2, crystal 30");
    assertThat(report("--explain", "0/19", log.toString()).out()).contains("mood");
  }

  @Test
  void theReportOfAnApplicationWithoutTridentHasHowToSwitchItOn() throws IOException {
    Path log = directory.resolve("app-1");
    write(log, String.join("\n", Files.readAllLines(TRIDENT).subList(0, 4)));
    CommandRun run = report(log.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("scans (app-20261121061347-0000) has no report", "spark.plugins");
    CommandRun both = report(log.toString(), QUARTET.toString());
    assertThat(both.exitCode()).isZero();
    assertThat(both.out()).contains("No report of Trident: ", "32/36");
  }

  @Test
  void explainGivesTheReasonWhyATaskRanWhereItDid() throws IOException {
    CommandRun run = report("--explain", "0/19", QUARTET.toString());
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("stage sum at Scans.scala", "executor 1, host node3", "Read from: disk")
        .contains("Cost: 20.0; the least on any slot on offer: 8.0")
        .contains("Executor 0 on node4 would have cost 8.0, but went to tasks 29, 30");
    CommandRun held = report("--explain", "3.0/34", TRIDENT.toString());
    assertThat(held.out()).contains("held back for executor 3 in 6 rounds", "save 3.00 s");
    JsonNode json =
        new ObjectMapper()
            .readTree(report("--json", "--explain", "0/19", QUARTET.toString()).out());
    assertThat(json.get("attempts").get(0).get("better").get("takenBy")).hasSize(2);
    assertThat(json.get("attempts").get(0).get("because").asText()).contains("went to tasks");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0/36  | Stage 0 has no task 36; it has 36 tasks, from 0.",
        "4/0   | There is no report of stage 4, attempt 0; the stages are 0, 3, 7.",
        "0.1/0 | There is no report of stage 0, attempt 1; the stages are 0, 3, 7.",
        "7/0   | Stage 7 was scheduled by Spark: its tasks read no files or cached partitions."
      })
  void whatCannotBeExplainedIsReported(String task, String answer) {
    CommandRun run = report("--explain", task, TRIDENT.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains(answer);
  }

  @Test
  void aTaskThatWasLeftOutAndAStageOfTwoApplicationsAreReported() throws IOException {
    CommandRun two = report("--explain", "0/0", TRIDENT.toString(), QUARTET.toString());
    assertThat(two.err()).contains("2 applications have a stage 0");
    Path log = directory.resolve("app-1");
    String details = "\"details\":[";
    String line = Files.readAllLines(QUARTET).get(6);
    int start = line.indexOf(details) + details.length();
    write(log, line.substring(0, start) + "],\"leftOut\":36,\"lost\":2}}");
    CommandRun run = report("--explain", "0/19", log.toString());
    assertThat(run.err()).contains("36 of its tasks were left out", "report.tasks");
    assertThat(report(log.toString()).out()).contains("2 observations were lost");
  }

  @Test
  void whatPrefetchingCameToIsALineOfItsOwn() throws IOException {
    assertThat(report(QUARTET.toString()).out()).doesNotContain("blocks planned");
    Path log = directory.resolve("app-1");
    String line = Files.readAllLines(QUARTET).get(6);
    String prefetch =
        "{\"prefetcher\":\"oracle\",\"blocks\":9,\"planned\":5,\"cached\":4,\"found\":3,"
            + "\"failed\":1,\"failure\":\"no room\",\"delay\":0.5,\"predictedNone\":9,"
            + "\"predictedAll\":7,\"predictedPlanned\":6,\"measured\":6.25}";
    write(log, line.substring(0, line.length() - 2) + ",\"prefetch\":" + prefetch + "}}");
    CommandRun run = report(log.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "  Stage 0, oracle: 5 of 9 blocks planned, 4 cached, 3 found in memory", "no room");
    CommandRun json = report("--json", log.toString());
    assertThat(json.out()).contains("\"predictedPlanned\" : 6.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "3/", "/3", "a/b", "3.1.2/4", "-1/0", "9999999999/0"})
  void aTaskThatIsNoneIsWrongUsage(String task) {
    CommandRun run = report("--explain=" + task, TRIDENT.toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("names no task");
  }

  @Test
  void pathsWithoutLogsAreReported() throws IOException {
    assertThat(report().exitCode()).isEqualTo(2);
    CommandRun absent = report(directory.resolve("absent").toString());
    assertThat(absent.exitCode()).isEqualTo(1);
    assertThat(absent.err()).contains("absent does not exist");
    CommandRun empty = report(directory.toString());
    assertThat(empty.err()).contains("has no event log");
    CommandRun both = report(absent(directory), TRIDENT.toString());
    assertThat(both.exitCode()).isEqualTo(1);
    assertThat(both.err()).contains("absent does not exist");
    assertThat(row(both, "3")).contains("process 36");
  }

  private static String absent(Path directory) {
    return directory.resolve("absent").toString();
  }

  private static void entry(ZipOutputStream zip, String name, String text) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(text.getBytes(UTF_8));
    zip.closeEntry();
  }

  private static CommandRun report(String... args) {
    return CommandRun.of(
        java.util.stream.Stream.concat(java.util.stream.Stream.of("report"), Arrays.stream(args))
            .toArray(String[]::new));
  }

  /** The cells of the row that begins so. */
  private static List<String> row(CommandRun run, String first) {
    return run.out()
        .lines()
        .map(line -> Arrays.asList(line.strip().split(" {2,}")))
        .filter(cells -> cells.get(0).equals(first))
        .findFirst()
        .orElseThrow();
  }

  private static void write(Path log, String text) throws IOException {
    String name = log.getFileName().toString();
    try (OutputStream out = encoded(name, Files.newOutputStream(log))) {
      out.write(text.getBytes(UTF_8));
    }
  }

  private static OutputStream encoded(String name, OutputStream file) throws IOException {
    if (name.endsWith(".zip")) {
      ZipOutputStream zip = new ZipOutputStream(file);
      zip.putNextEntry(new ZipEntry("app-1"));
      return zip;
    }
    if (name.endsWith(".gz")) {
      return encoded(name.substring(0, name.length() - 3), new GZIPOutputStream(file));
    }
    if (name.endsWith(".bz2")) {
      return new BZip2CompressorOutputStream(file);
    }
    if (name.contains(".zstd")) {
      return new ZstdOutputStream(file);
    }
    if (name.contains(".lz4")) {
      return new LZ4BlockOutputStream(file);
    }
    if (name.contains(".lzf")) {
      return new LZFOutputStream(file);
    }
    return name.contains(".snappy") ? new SnappyOutputStream(file) : file;
  }
}

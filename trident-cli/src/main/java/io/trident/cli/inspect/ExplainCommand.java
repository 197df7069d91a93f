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
package io.trident.cli.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trident.cli.Columns;
import io.trident.cli.HadoopLogs;
import io.trident.core.config.CostKeys;
import io.trident.core.cost.CostModel;
import io.trident.core.placement.PlacementExplanation;
import io.trident.core.request.ContainerAsk;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.text.EnumNames;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trident explain PATH}, and {@code trident explain --app ID}. */
@Command(
    name = "explain",
    description = {
      "Dry run: shows what Trident would ask for a job over a file or directory, one map task per"
          + " block, where it would place each task now, and why. Changes nothing.",
      "With --app: shows what the ResourceManager plans for a running application, and why it left"
          + " offers to the stock scheduler.",
      "Set HADOOP_CONF_DIR to the configuration of the cluster."
    })
public final class ExplainCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Parameters(
      paramLabel = "PATH",
      arity = "0..1",
      description = "A file, a directory, or a glob such as /data/2026-*.")
  private @Nullable String path;

  @Option(
      names = "--app",
      paramLabel = "ID",
      description = "An application, such as application_1700000000000_0001, in place of PATH.")
  private @Nullable String application;

  @Option(
      names = "--rm",
      paramLabel = "URL",
      description =
          "With --app: the ResourceManager's web address, such as http://rm.example.com:8088,"
              + " instead of yarn.resourcemanager.webapp.address.")
  private @Nullable String resourceManager;

  @Option(
      names = "--slots",
      paramLabel = "N",
      description =
          "Assume N free containers on every node with a replica, instead of asking the"
              + " ResourceManager.")
  private @Nullable Integer slots;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (slots != null && slots < 1) {
      throw new ParameterException(spec.commandLine(), "--slots must be at least 1: " + slots);
    }
    if ((path == null) == (application == null)) {
      throw new ParameterException(spec.commandLine(), "Give either PATH or --app ID.");
    }
    if (application == null ? resourceManager != null : slots != null) {
      throw new ParameterException(
          spec.commandLine(), "--rm goes with --app, and --slots with PATH.");
    }
    HadoopLogs.drop();
    Configuration conf =
        InputFiles.forPerson(new YarnConfiguration(new JobConf(new HdfsConfiguration())));
    return path == null
        ? application(Objects.requireNonNull(application), conf)
        : dryRun(path, conf);
  }

  private int application(String text, Configuration conf) throws IOException {
    ApplicationId id;
    try {
      id = ApplicationId.fromString(text);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(),
          "--app %s is not an application; write its id, such as application_1700000000000_0001."
              .formatted(text),
          e);
    }
    ResourceManagerWeb web =
        resourceManager == null
            ? ResourceManagerWeb.configured(conf)
            : ResourceManagerWeb.at(resourceManager, conf);
    JsonNode report = web.application(id);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(report.toPrettyString());
    } else {
      out.print(ApplicationText.of(report));
    }
    out.flush();
    return 0;
  }

  private int dryRun(String input, Configuration conf) throws IOException {
    CostModel model = CostKeys.read(conf::get);
    InputFiles files = new InputFiles(conf);
    List<FileSegment> segments = files.segments(input);
    List<SegmentTiers> tiers = files.locate(segments);
    Slots room = slots == null ? Slots.ofResourceManager(conf) : assumed(tiers, slots, conf);
    if (room.total() == 0) {
      throw new IOException(
          "No container is free now: nothing to place. Give --slots to assume some.");
    }
    Plan plan = Plan.of(tiers, room, model);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(json(plan, segments, room));
    } else {
      text(plan, segments, room, out);
    }
    out.flush();
    return 0;
  }

  private static Slots assumed(List<SegmentTiers> tiers, int slots, Configuration conf) {
    Set<String> nodes = new TreeSet<>();
    tiers.forEach(
        segment ->
            segment
                .blocks()
                .forEach(block -> block.replicas().forEach(replica -> nodes.add(replica.node()))));
    return Slots.assumed(nodes, slots, conf);
  }

  private static void text(Plan plan, List<FileSegment> segments, Slots room, PrintWriter out) {
    out.printf("%d map tasks; %d slots (%s)%n", segments.size(), room.total(), room.origin());
    out.printf("%nRequests (score=containers; raised where a task asks for another node first):%n");
    Columns asks = new Columns("  resource", "containers", "preferences");
    for (ContainerAsk ask : plan.asks()) {
      asks.add("  " + ask.resourceName(), ask.containers(), preferences(ask));
    }
    out.print(asks);
    out.printf("%nTasks:%n");
    Columns tasks = new Columns("  task", "file", "offset", "node", "from", "cost");
    for (int i = 0; i < segments.size(); i++) {
      PlacementExplanation one = plan.explanations().get(i);
      tasks.add(
          "  " + one.task(),
          segments.get(i).path(),
          segments.get(i).offset(),
          one.node() == null ? "waits" : one.node(),
          from(one),
          one.node() == null ? "-" : one.cost());
    }
    out.print(tasks);
    String reasons =
        plan.explanations().stream()
            .flatMap(
                one ->
                    one.alternatives().stream()
                        .map(
                            other ->
                                "  %s: %s would cost %s there, held by %s; taking it would cost %+.1f in all"
                                    .formatted(
                                        one.task(),
                                        other.node(),
                                        other.cost(),
                                        String.join(", ", other.heldBy()),
                                        other.extraCost())))
            .collect(Collectors.joining(System.lineSeparator()));
    out.println();
    out.println(
        reasons.isEmpty()
            ? "Every placed task is on the cheapest node on offer."
            : "Cheaper, but taken:" + System.lineSeparator() + reasons);
    out.printf(
        "%nTotal cost %.1f for %d placed tasks; optimum for these containers %.1f.%n",
        plan.placement().cost(), plan.placement().placed().size(), plan.placement().optimalCost());
  }

  private static String preferences(ContainerAsk ask) {
    return ask.preferences().counts().entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }

  private static String from(PlacementExplanation one) {
    if (one.locality() == null) {
      return "-";
    }
    String locality = EnumNames.dashed(one.locality());
    return one.tier() == null ? locality : one.tier().label() + ", " + locality;
  }

  private static String json(Plan plan, List<FileSegment> segments, Slots room) throws IOException {
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    ObjectNode root = mapper.createObjectNode();
    root.put("slots", room.total());
    ArrayNode requests = root.putArray("requests");
    for (ContainerAsk ask : plan.asks()) {
      ObjectNode node = requests.addObject();
      node.put("resource", ask.resourceName());
      node.put("containers", ask.containers());
      ObjectNode preferences = node.putObject("preferences");
      ask.preferences().counts().forEach((score, count) -> preferences.put("" + score, count));
    }
    ArrayNode tasks = root.putArray("tasks");
    for (int i = 0; i < segments.size(); i++) {
      PlacementExplanation one = plan.explanations().get(i);
      ObjectNode node = tasks.addObject();
      node.put("task", one.task());
      node.put("file", segments.get(i).path());
      node.put("offset", segments.get(i).offset());
      node.put("length", segments.get(i).length());
      node.put("node", one.node());
      if (one.node() != null) {
        node.put("cost", one.cost());
        node.put("from", from(one));
      }
      ArrayNode alternatives = node.putArray("cheaper");
      for (PlacementExplanation.Alternative other : one.alternatives()) {
        ObjectNode entry = alternatives.addObject();
        entry.put("node", other.node());
        entry.put("cost", other.cost());
        entry.put("extraCost", other.extraCost());
        ArrayNode holders = entry.putArray("heldBy");
        other.heldBy().forEach(holders::add);
      }
    }
    root.put("cost", plan.placement().cost());
    root.put("optimalCost", plan.placement().optimalCost());
    return mapper.writeValueAsString(root);
  }
}

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
package io.trident.benchmarks.figures;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jfree.chart.LegendItem;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.CombinedRangeCategoryPlot;
import org.jfree.chart.renderer.category.StackedBarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;

/** Stacked bars of where maps read: a panel for each setup, a bar for each group. */
final class SharesChart {
  private static final int PANEL_WIDTH = 210;
  private static final int MARGIN_WIDTH = 90;
  private static final int HEIGHT = 420;
  private static final Color MEMORY = new Color(0x009E73);
  private static final Color WASTED = new Color(0xD55E00);

  private SharesChart() {}

  /** Draws the locality of maps. */
  static void locality(FigureData data, Path directory, String name) throws IOException {
    Map<Metric, Color> stack = new LinkedHashMap<>();
    stack.put(Metric.MEMORY, MEMORY);
    stack.put(Metric.SSD, new Color(0x56B4E9));
    stack.put(Metric.DISK, new Color(0xE69F00));
    stack.put(Metric.RACK, new Color(0x999999));
    stack.put(Metric.REMOTE, new Color(0x555555));
    Map<Metric, String> names =
        Map.of(
            Metric.MEMORY, "memory-local",
            Metric.SSD, "SSD-local",
            Metric.DISK, "disk-local",
            Metric.RACK, "another node of the rack",
            Metric.REMOTE, "another rack");
    draw(data, stack, names, "maps (%)", 100, directory, name);
  }

  /** Draws what was read from memory and, above 100 %, what was prefetched in vain. */
  static void prefetching(FigureData data, Path directory, String name) throws IOException {
    Map<Metric, Color> stack = new LinkedHashMap<>();
    stack.put(Metric.ANY_MEMORY, MEMORY);
    stack.put(Metric.DISK, new Color(0xE69F00));
    stack.put(Metric.WASTED_BLOCKS, WASTED);
    Map<Metric, String> names =
        Map.of(
            Metric.ANY_MEMORY, "read from memory",
            Metric.DISK, "read from disk",
            Metric.WASTED_BLOCKS, "prefetched, not read from memory");
    draw(data, stack, names, "blocks (%)", 200, directory, name);
  }

  private static void draw(
      FigureData data,
      Map<Metric, Color> stack,
      Map<Metric, String> names,
      String unit,
      double greatest,
      Path directory,
      String name)
      throws IOException {
    NumberAxis range = new NumberAxis(unit);
    range.setRange(0, greatest * 1.001);
    range.setTickUnit(new NumberTickUnit(greatest / 5));
    range.setLabelFont(Picture.FONT);
    range.setTickLabelFont(Picture.FONT);
    CombinedRangeCategoryPlot panels = new CombinedRangeCategoryPlot(range);
    panels.setGap(10);
    for (String setup : data.setups()) {
      panels.add(panel(data, setup, stack, names));
    }
    LegendItemCollection legend = new LegendItemCollection();
    stack.forEach(
        (metric, colour) ->
            legend.add(new LegendItem(names.getOrDefault(metric, metric.label()), colour)));
    panels.setFixedLegendItems(legend);
    Picture.write(
        panels,
        data.figure().label() + ": " + data.figure().title(),
        MARGIN_WIDTH + PANEL_WIDTH * data.setups().size(),
        HEIGHT,
        directory,
        name);
  }

  private static CategoryPlot panel(
      FigureData data, String setup, Map<Metric, Color> stack, Map<Metric, String> names) {
    DefaultCategoryDataset bars = new DefaultCategoryDataset();
    for (Metric metric : stack.keySet()) {
      for (String group : data.groups()) {
        bars.addValue(
            share(data, setup, group, metric), names.getOrDefault(metric, metric.label()), group);
      }
    }
    StackedBarRenderer renderer = new StackedBarRenderer();
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    renderer.setDrawBarOutline(true);
    int series = 0;
    for (Color colour : stack.values()) {
      renderer.setSeriesPaint(series, colour);
      renderer.setSeriesOutlinePaint(series, Color.WHITE);
      renderer.setSeriesOutlineStroke(series, new BasicStroke(0.5f));
      series++;
    }
    CategoryAxis groups = new CategoryAxis(SetupName.of(setup).replace(", P", " P"));
    groups.setLabelFont(Picture.FONT);
    groups.setTickLabelFont(Picture.FONT);
    groups.setCategoryMargin(0.2);
    groups.setLowerMargin(0.03);
    groups.setUpperMargin(0.03);
    CategoryPlot panel = new CategoryPlot(bars, groups, null, renderer);
    panel.setBackgroundPaint(Color.WHITE);
    panel.setRangeGridlinePaint(Picture.GRID);
    return panel;
  }

  /** Returns how high a part of a bar is; nothing where nothing is known. */
  static double share(FigureData data, String setup, String group, Metric metric) {
    if (data.figure().form() == Figure.Form.PREFETCHING && metric == Metric.DISK) {
      return data.value(setup, group, Metric.ANY_MEMORY)
          .map(value -> 100 - value.mean())
          .orElse(0.0);
    }
    return data.value(setup, group, metric).map(Value::mean).orElse(0.0);
  }
}

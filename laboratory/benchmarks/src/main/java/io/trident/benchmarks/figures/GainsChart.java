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
import java.awt.Shape;
import java.awt.geom.Path2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jfree.chart.LegendItem;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.CombinedDomainCategoryPlot;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.renderer.category.LineAndShapeRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.renderer.category.StatisticalBarRenderer;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.statistics.DefaultStatisticalCategoryDataset;
import org.jspecify.annotations.Nullable;

/**
 * Bars side by side for each group, with the standard deviation over the repetitions; a panel for
 * each metric, one above the other. A diamond is a number that the paper gives for just that bar.
 */
final class GainsChart {
  private static final int WIDTH = 1200;
  private static final int PANEL_HEIGHT = 290;
  private static final int MARGIN_HEIGHT = 130;
  private static final double ITEM_MARGIN = 0.05;
  private static final int LONG_LABELS = 8;
  private static final String PAPER = "the paper's number";
  private static final Map<Metric, String> TITLES =
      Map.of(
          Metric.COMPLETION, "less completion time (%)",
          Metric.EFFICIENCY, "less task time (%)",
          Metric.DELAYED, "delayed jobs (%)",
          Metric.MEMORY_GAIN, "more from memory (points)");

  private GainsChart() {}

  /** Draws some of a figure's metrics. */
  static void draw(
      FigureData data, List<Metric> metrics, List<PaperNumber> paper, Path directory, String name)
      throws IOException {
    CategoryAxis groups = new CategoryAxis();
    groups.setTickLabelFont(Picture.FONT);
    groups.setCategoryMargin(0.15);
    groups.setLowerMargin(0.01);
    groups.setUpperMargin(0.01);
    if (data.groups().size() > LONG_LABELS) {
      groups.setCategoryLabelPositions(CategoryLabelPositions.UP_45);
    } else {
      // An application and its profile; on one line their ends are cut off.
      groups.setMaximumCategoryLabelLines(2);
    }
    CombinedDomainCategoryPlot panels = new CombinedDomainCategoryPlot(groups);
    panels.setGap(14);
    List<String> setups =
        data.setups().stream().filter(setup -> !setup.equals(data.figure().baseline())).toList();
    for (Metric metric : metrics) {
      panels.add(panel(data, metric, setups, paper));
    }
    LegendItemCollection legend = new LegendItemCollection();
    for (int i = 0; i < setups.size(); i++) {
      legend.add(new LegendItem(SetupName.of(setups.get(i)), colour(i)));
    }
    if (hasMarks(data, metrics, setups, paper)) {
      legend.add(
          new LegendItem(
              PAPER, null, null, null, diamond(), Color.WHITE, new BasicStroke(1.5f), Color.BLACK));
    }
    panels.setFixedLegendItems(legend);
    Picture.write(
        panels,
        data.figure().label() + ": " + data.figure().title(),
        WIDTH,
        MARGIN_HEIGHT + PANEL_HEIGHT * metrics.size(),
        directory,
        name);
  }

  private static CategoryPlot panel(
      FigureData data, Metric metric, List<String> setups, List<PaperNumber> paper) {
    DefaultStatisticalCategoryDataset bars = new DefaultStatisticalCategoryDataset();
    DefaultCategoryDataset marks = new DefaultCategoryDataset();
    for (String setup : setups) {
      for (String group : data.groups()) {
        data.value(setup, group, metric)
            .ifPresentOrElse(
                value -> bars.add(value.mean(), deviation(value), setup, group),
                () -> bars.add(Double.NaN, Double.NaN, setup, group));
        marks.addValue(mark(paper, setup, group, metric), setup, group);
      }
    }
    StatisticalBarRenderer barRenderer = new StatisticalBarRenderer();
    barRenderer.setBarPainter(new StandardBarPainter());
    barRenderer.setShadowVisible(false);
    barRenderer.setDrawBarOutline(false);
    barRenderer.setItemMargin(ITEM_MARGIN);
    barRenderer.setErrorIndicatorPaint(Color.BLACK);
    barRenderer.setErrorIndicatorStroke(new BasicStroke(1));
    LineAndShapeRenderer markRenderer = new LineAndShapeRenderer(false, true);
    markRenderer.setUseSeriesOffset(true);
    markRenderer.setItemMargin(ITEM_MARGIN);
    markRenderer.setUseFillPaint(true);
    markRenderer.setDrawOutlines(true);
    markRenderer.setUseOutlinePaint(true);
    for (int i = 0; i < setups.size(); i++) {
      barRenderer.setSeriesPaint(i, colour(i));
      markRenderer.setSeriesShape(i, diamond());
      markRenderer.setSeriesFillPaint(i, Color.WHITE);
      markRenderer.setSeriesOutlinePaint(i, Color.BLACK);
      markRenderer.setSeriesOutlineStroke(i, new BasicStroke(1.5f));
    }
    NumberAxis range = new NumberAxis(TITLES.getOrDefault(metric, metric.label()));
    range.setLabelFont(Picture.FONT);
    range.setTickLabelFont(Picture.FONT);
    CategoryPlot panel = new CategoryPlot(bars, null, range, barRenderer);
    panel.setDataset(1, marks);
    panel.setRenderer(1, markRenderer);
    panel.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
    panel.setBackgroundPaint(Color.WHITE);
    panel.setRangeGridlinePaint(Picture.GRID);
    panel.setRangeZeroBaselineVisible(true);
    return panel;
  }

  private static boolean hasMarks(
      FigureData data, List<Metric> metrics, List<String> setups, List<PaperNumber> paper) {
    return metrics.stream()
        .anyMatch(
            metric ->
                setups.stream()
                    .anyMatch(
                        setup ->
                            data.groups().stream()
                                .anyMatch(group -> mark(paper, setup, group, metric) != null)));
  }

  private static double deviation(Value value) {
    return value.repetitions() == 1 ? Double.NaN : value.deviation();
  }

  /** The paper's number for a bar; null where it has none for that bar alone. */
  private static @Nullable Double mark(
      List<PaperNumber> paper, String setup, String group, Metric metric) {
    return paper.stream()
        .filter(
            number ->
                number.metric() == metric
                    && number.setup().equals(setup)
                    && number.groups().equals(List.of(group)))
        .map(PaperNumber::value)
        .findFirst()
        .orElse(null);
  }

  private static Color colour(int series) {
    return Picture.COLOURS.get(series % Picture.COLOURS.size());
  }

  private static Shape diamond() {
    Path2D shape = new Path2D.Double();
    shape.moveTo(0, -6);
    shape.lineTo(6, 0);
    shape.lineTo(0, 6);
    shape.lineTo(-6, 0);
    shape.closePath();
    return shape;
  }
}

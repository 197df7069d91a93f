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
import java.awt.geom.Ellipse2D;
import java.io.IOException;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.FieldPosition;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.CombinedRangeXYPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Line plots side by side on the same logarithmic axes, so that they compare. */
final class LogLogPanels {
  private static final int WIDTH = 1200;
  private static final int HEIGHT = 460;
  private static final Shape MARKER = new Ellipse2D.Double(-3, -3, 6, 6);
  private final String xTitle;
  private final double xLeast;
  private final double xGreatest;
  private final CombinedRangeXYPlot panels;
  private final List<String> titles = new ArrayList<>();
  private final DoubleSummaryStatistics yRange = new DoubleSummaryStatistics();
  private LegendItemCollection legend = new LegendItemCollection();

  /**
   * Makes a figure without panels.
   *
   * @param xLeast where the x axes begin
   * @param xGreatest where they end
   */
  LogLogPanels(String xTitle, double xLeast, double xGreatest, String yTitle) {
    this.xTitle = xTitle;
    this.xLeast = xLeast;
    this.xGreatest = xGreatest;
    panels = new CombinedRangeXYPlot(axis(yTitle));
    panels.setGap(16);
  }

  /**
   * Adds a panel to the right; each series is a line through its points. A series has the colour of
   * its place in the order, in all panels; the legend is that of the panel with most series.
   */
  void add(String title, Map<String, Map<Integer, Double>> series) {
    XYSeriesCollection lines = new XYSeriesCollection();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer();
    series.forEach(
        (name, points) -> {
          int index = lines.getSeriesCount();
          XYSeries line = new XYSeries(name);
          points.forEach(line::add);
          points.values().forEach(yRange::accept);
          lines.addSeries(line);
          renderer.setSeriesPaint(index, Picture.COLOURS.get(index % Picture.COLOURS.size()));
          renderer.setSeriesStroke(index, new BasicStroke(2));
          renderer.setSeriesShape(index, MARKER);
        });
    LogAxis x = axis(xTitle);
    x.setRange(xLeast, xGreatest);
    XYPlot panel = new XYPlot(lines, x, null, renderer);
    panel.setBackgroundPaint(Color.WHITE);
    panel.setDomainGridlinePaint(Picture.GRID);
    panel.setRangeGridlinePaint(Picture.GRID);
    panels.add(panel);
    titles.add(title);
    if (renderer.getLegendItems().getItemCount() > legend.getItemCount()) {
      legend = renderer.getLegendItems();
    }
  }

  /** Writes {@code name.svg} and {@code name.png}. */
  void write(Path directory, String name) throws IOException {
    panels.setFixedLegendItems(legend);
    double top = 2 * Math.pow(10, Math.ceil(Math.log10(yRange.getMax()))); // room for the titles
    panels.getRangeAxis().setRange(Math.pow(10, Math.floor(Math.log10(yRange.getMin()))), top);
    for (int i = 0; i < titles.size(); i++) {
      XYTextAnnotation title = new XYTextAnnotation(titles.get(i), xLeast * 1.15, top * 0.8);
      title.setFont(Picture.BOLD);
      title.setTextAnchor(TextAnchor.TOP_LEFT);
      ((XYPlot) panels.getSubplots().get(i)).addAnnotation(title);
    }
    Picture.write(panels, null, WIDTH, HEIGHT, directory, name);
  }

  private static LogAxis axis(String title) {
    LogAxis axis = new LogAxis(title);
    axis.setNumberFormatOverride(new Powers());
    axis.setTickUnit(new NumberTickUnit(1)); // a power of ten
    axis.setLabelFont(Picture.FONT);
    axis.setTickLabelFont(Picture.FONT);
    return axis;
  }

  /** Powers of ten: small ones by their exponent. */
  private static final class Powers extends DecimalFormat {
    private static final long serialVersionUID = 1;
    private static final double LEAST = 1e-4;

    Powers() {
      super("#,##0.####", DecimalFormatSymbols.getInstance(Locale.ROOT));
    }

    @Override
    public StringBuffer format(double number, StringBuffer to, FieldPosition position) {
      return number > 0 && number < LEAST * 0.99
          ? to.append("1e").append(Math.round(Math.log10(number)))
          : super.format(number, to, position);
    }
  }
}

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
package io.trident.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.CombinedRangeXYPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Line plots side by side on the same logarithmic axes, so that they compare. */
final class LogLogPanels {
  private static final String SVG_NAMESPACE = "http://www.w3.org/2000/svg";
  private static final int WIDTH = 1200;
  private static final int HEIGHT = 460;
  private static final int PIXELS = 2; // of the PNG, for each unit of the SVG
  private static final int FONT_SIZE = 14;
  private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, FONT_SIZE);
  private static final Font BOLD = FONT.deriveFont(Font.BOLD);
  private static final Color GRID = new Color(0xCCCCCC);
  private static final Shape MARKER = new Ellipse2D.Double(-3, -3, 6, 6);
  private static final Color[] COLOURS = { // distinct also to the colour-blind (Okabe and Ito)
    new Color(0x0072B2),
    new Color(0xE69F00),
    new Color(0x009E73),
    new Color(0xCC79A7),
    new Color(0xD55E00),
    new Color(0x56B4E9),
  };

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
          renderer.setSeriesPaint(index, COLOURS[index % COLOURS.length]);
          renderer.setSeriesStroke(index, new BasicStroke(2));
          renderer.setSeriesShape(index, MARKER);
        });
    LogAxis x = axis(xTitle);
    x.setRange(xLeast, xGreatest);
    XYPlot panel = new XYPlot(lines, x, null, renderer);
    panel.setBackgroundPaint(Color.WHITE);
    panel.setDomainGridlinePaint(GRID);
    panel.setRangeGridlinePaint(GRID);
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
      title.setFont(BOLD);
      title.setTextAnchor(TextAnchor.TOP_LEFT);
      ((XYPlot) panels.getSubplots().get(i)).addAnnotation(title);
    }
    JFreeChart chart = new JFreeChart(null, FONT, panels, true);
    chart.setBackgroundPaint(Color.WHITE);
    chart.getLegend().setItemFont(FONT);
    chart.getLegend().setFrame(BlockBorder.NONE);
    SVGGraphics2D vectors = svg();
    paint(chart, vectors);
    try (Writer out = Files.newBufferedWriter(directory.resolve(name + ".svg"), UTF_8)) {
      vectors.stream(out, true); // true: style by CSS
    }
    BufferedImage image =
        new BufferedImage(WIDTH * PIXELS, HEIGHT * PIXELS, BufferedImage.TYPE_INT_RGB);
    Graphics2D pixels = image.createGraphics();
    pixels.scale(PIXELS, PIXELS);
    paint(chart, pixels);
    pixels.dispose();
    ImageIO.write(image, "png", directory.resolve(name + ".png").toFile());
  }

  private static SVGGraphics2D svg() {
    try {
      SVGGraphics2D graphics =
          new SVGGraphics2D(
              DocumentBuilderFactory.newInstance()
                  .newDocumentBuilder()
                  .getDOMImplementation()
                  .createDocument(SVG_NAMESPACE, "svg", null));
      graphics.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
      return graphics;
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("The JDK has no XML parser", e);
    }
  }

  private static void paint(JFreeChart chart, Graphics2D graphics) {
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
  }

  private static LogAxis axis(String title) {
    LogAxis axis = new LogAxis(title);
    axis.setNumberFormatOverride(
        new DecimalFormat("#,##0.####", DecimalFormatSymbols.getInstance(Locale.ROOT)));
    axis.setTickUnit(new NumberTickUnit(1)); // a power of ten
    axis.setLabelFont(FONT);
    axis.setTickLabelFont(FONT);
    return axis;
  }
}

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

import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.Plot;
import org.jspecify.annotations.Nullable;

/** A chart as files, and the look that all of them have. */
final class Picture {
  static final int FONT_SIZE = 14;
  static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, FONT_SIZE);
  static final Font BOLD = FONT.deriveFont(Font.BOLD);
  static final Color GRID = new Color(0xCCCCCC);

  /** Distinct also to the colour-blind (Okabe and Ito). */
  static final List<Color> COLOURS =
      List.of(
          new Color(0x0072B2),
          new Color(0xE69F00),
          new Color(0x009E73),
          new Color(0xCC79A7),
          new Color(0xD55E00),
          new Color(0x56B4E9));

  private static final String SVG_NAMESPACE = "http://www.w3.org/2000/svg";
  private static final int PIXELS = 2; // of the PNG, for each unit of the SVG

  private Picture() {}

  /** Writes {@code name.svg} and {@code name.png}. */
  static void write(
      Plot plot, @Nullable String title, int width, int height, Path directory, String name)
      throws IOException {
    JFreeChart chart = new JFreeChart(title, BOLD, plot, true);
    chart.setBackgroundPaint(Color.WHITE);
    chart.getLegend().setItemFont(FONT);
    chart.getLegend().setFrame(BlockBorder.NONE);
    Files.createDirectories(directory);
    SVGGraphics2D vectors = svg(width, height);
    paint(chart, vectors, width, height);
    try (Writer out = Files.newBufferedWriter(directory.resolve(name + ".svg"), UTF_8)) {
      vectors.stream(out, true); // true: style by CSS
    }
    BufferedImage image =
        new BufferedImage(width * PIXELS, height * PIXELS, BufferedImage.TYPE_INT_RGB);
    Graphics2D pixels = image.createGraphics();
    pixels.scale(PIXELS, PIXELS);
    paint(chart, pixels, width, height);
    pixels.dispose();
    ImageIO.write(image, "png", directory.resolve(name + ".png").toFile());
  }

  private static SVGGraphics2D svg(int width, int height) {
    try {
      SVGGraphics2D graphics =
          new SVGGraphics2D(
              DocumentBuilderFactory.newInstance()
                  .newDocumentBuilder()
                  .getDOMImplementation()
                  .createDocument(SVG_NAMESPACE, "svg", null));
      graphics.setSVGCanvasSize(new Dimension(width, height));
      return graphics;
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("The JDK has no XML parser", e);
    }
  }

  private static void paint(JFreeChart chart, Graphics2D graphics, int width, int height) {
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    chart.draw(graphics, new Rectangle2D.Double(0, 0, width, height));
  }
}

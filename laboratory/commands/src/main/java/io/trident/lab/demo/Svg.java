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
package io.trident.lab.demo;

/** Builds an inline SVG picture. */
public final class Svg {
  private final StringBuilder body = new StringBuilder();
  private final int width;
  private final String label;
  private int height;

  /**
   * Starts a picture.
   *
   * @param label what it shows, for readers who cannot see it
   */
  public Svg(int width, String label) {
    this.width = width;
    this.label = label;
  }

  /** Adds a rectangle; the title shows when the pointer rests on it. */
  public Svg rect(
      double x, double y, double w, double h, double radius, String style, String title) {
    body.append(
        "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='%.1f' %s>"
            .formatted(x, y, Math.max(0, w), h, radius, style));
    if (!title.isEmpty()) {
      body.append("<title>").append(escape(title)).append("</title>");
    }
    body.append("</rect>");
    height = Math.max(height, (int) Math.ceil(y + h) + 1);
    return this;
  }

  /** Adds text; {@code style} names a CSS class, with {@code middle} or {@code end} to align. */
  public Svg text(double x, double y, String style, String text) {
    body.append(
        "<text x='%.1f' y='%.1f' class='%s'>%s</text>".formatted(x, y, style, escape(text)));
    height = Math.max(height, (int) Math.ceil(y) + 6);
    return this;
  }

  /** Adds a line. */
  public Svg line(double x1, double y1, double x2, double y2, String style) {
    body.append(
        "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' %s/>".formatted(x1, y1, x2, y2, style));
    return this;
  }

  static String fill(Source source) {
    return "fill='" + source.colour() + "'";
  }

  /** Returns text with the characters replaced that are markup. */
  public static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  @Override
  public String toString() {
    return "<svg viewBox='0 0 %d %d' role='img' aria-label='%s'>%s</svg>"
        .formatted(width, height, escape(label).replace("'", "&#39;"), body);
  }
}

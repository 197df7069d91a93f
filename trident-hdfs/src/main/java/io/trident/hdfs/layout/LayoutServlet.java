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
package io.trident.hdfs.layout;

import io.trident.core.guard.Guard;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.http.HttpServer2;

/**
 * Serves {@link LayoutPage} as {@value #PATH} of a NameNode's web interface, to whom the NameNode's
 * other pages are served.
 */
public final class LayoutServlet extends HttpServlet {
  /** Path of the page. */
  public static final String PATH = "/trident-layouts";

  private static final long serialVersionUID = 1;
  private static final String ATTRIBUTE = LayoutServlet.class.getName();

  /** What the web server, which creates the servlet, hands to it. */
  private record Source(Supplier<Optional<LayoutReport>> report, Guard guard) {}

  /** For the web server. */
  public LayoutServlet() {}

  /**
   * Adds the page to a web server that runs.
   *
   * @param report returns what is known; nothing on a standby
   */
  public static void add(HttpServer2 server, Supplier<Optional<LayoutReport>> report, Guard guard) {
    server.setAttribute(ATTRIBUTE, new Source(report, guard));
    server.addServlet("trident-layouts", PATH, LayoutServlet.class);
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Source source = (Source) getServletContext().getAttribute(ATTRIBUTE);
    Optional<String> page =
        source
            .guard()
            .get(
                "The page of logically replicated tables is not served",
                () -> Optional.of(LayoutPage.of(source.report().get())),
                Optional::empty);
    if (page.isEmpty()) {
      response.sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
      return;
    }
    response.setContentType("text/html; charset=utf-8");
    response.setHeader("Cache-Control", "no-cache");
    response.getOutputStream().write(page.get().getBytes(StandardCharsets.UTF_8));
  }
}

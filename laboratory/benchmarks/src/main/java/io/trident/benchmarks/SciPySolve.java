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

import io.trident.core.matching.MatchingProblem;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A Python process that solves on request; a request is one line each way. */
final class SciPySolve implements Solver.Solve {
  private static final long PROBE_SECONDS = 60;

  private final Path matrix;
  private final Path script;
  private final Process python;
  private final Writer requests;
  private final BufferedReader answers;

  SciPySolve(MatchingProblem problem) throws IOException {
    double[][] costs = CostMatrix.of(problem);
    matrix = Files.createTempFile("trident-bench", ".matrix");
    script = Files.createTempFile("trident-bench", ".py");
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(matrix), 1 << 16))) {
      for (double[] row : costs) {
        for (double cost : row) {
          out.writeDouble(cost);
        }
      }
    }
    try (InputStream source =
        Objects.requireNonNull(SciPySolve.class.getResourceAsStream("scipy_peer.py"))) {
      Files.copy(source, script, StandardCopyOption.REPLACE_EXISTING);
    }
    python =
        new ProcessBuilder(
                "python3",
                script.toString(),
                matrix.toString(),
                Integer.toString(costs.length),
                Integer.toString(costs[0].length))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    requests = python.outputWriter(UTF_8);
    answers = new BufferedReader(new InputStreamReader(python.getInputStream(), UTF_8));
  }

  /** Returns whether a Python with SciPy is on the path. */
  static boolean isPresent() {
    try {
      Process probe =
          new ProcessBuilder("python3", "-c", "import scipy.optimize")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!probe.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
        probe.destroyForcibly();
        return false;
      }
      return probe.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public double solve() throws IOException {
    requests.write("solve\n");
    requests.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("The Python process ended; see its messages above");
    }
    return Double.parseDouble(answer);
  }

  @Override
  public void close() throws IOException {
    requests.close(); // the process ends with its input
    Files.delete(matrix);
    Files.delete(script);
    try {
      if (!python.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
        python.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      python.destroyForcibly();
    }
  }
}

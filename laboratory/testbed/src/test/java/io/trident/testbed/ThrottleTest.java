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
package io.trident.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On directories that look like the kernel's; LocalTestbedIT runs it on the kernel's own. */
class ThrottleTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path dir;

  private final Layout layout =
      new Layout("trident", 213, Isolation.KERNEL, 1, 1, 1, Rates.TYPICAL, 10, VolumeSizes.TYPICAL);

  private Mounts mounts(String type, String options) {
    return Mounts.parse(List.of("cgroup %s %s %s 0 0".formatted(dir, type, options)));
  }

  @Test
  void takesVersionOneIfItThrottles() throws IOException {
    assertThat(Throttle.detect(mounts("cgroup", "rw,blkio"))).isEmpty();
    Files.createFile(dir.resolve("blkio.throttle.read_bps_device"));
    assertThat(Throttle.detect(mounts("cgroup", "rw,blkio")))
        .map(Throttle::version)
        .contains(Throttle.Version.V1);
    assertThat(Throttle.detect(mounts("cgroup", "rw,memory"))).isEmpty();
  }

  @Test
  void takesVersionTwoIfItHasIo() throws IOException {
    Files.writeString(dir.resolve("cgroup.controllers"), "cpu memory\n");
    assertThat(Throttle.detect(mounts("cgroup2", "rw"))).isEmpty();
    Files.writeString(dir.resolve("cgroup.controllers"), "cpu io memory\n");
    assertThat(Throttle.detect(mounts("cgroup2", "rw")))
        .map(Throttle::version)
        .contains(Throttle.Version.V2);
  }

  @Test
  void writesDeviceAndBytesAndRemembersItsGroups() throws IOException {
    Files.createFile(dir.resolve("blkio.throttle.read_bps_device"));
    Throttle throttle = Throttle.detect(mounts("cgroup", "rw,blkio")).orElseThrow();
    Host host = new Host(dir.resolve("log"), Map.of());
    StateFile state = new StateFile(dir.resolve("state"));
    throttle.create(layout, host, state);
    Path group = dir.resolve("trident/node1");
    assertThat(state.read())
        .containsExactly(
            new Made(Made.Kind.CGROUP, dir.resolve("trident").toString()),
            new Made(Made.Kind.CGROUP, dir.resolve("trident/master").toString()),
            new Made(Made.Kind.CGROUP, group.toString()));

    Path limit = Files.createFile(group.resolve("blkio.throttle.read_bps_device"));
    throttle.limitReads(layout, layout.node("node1"), "7:3", 16, host);
    assertThat(limit).hasContent("7:3 16000000");
    assertThat(throttle.members(layout, layout.node("node1")))
        .isEqualTo(group.resolve("cgroup.procs"));
  }
}

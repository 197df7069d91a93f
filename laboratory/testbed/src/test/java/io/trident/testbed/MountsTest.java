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
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MountsTest {
  private static final Mounts MOUNTS =
      Mounts.parse(
          List.of(
              "proc /proc proc rw,relatime 0 0",
              "cgroup /sys/fs/cgroup/blkio cgroup rw,blkio 0 0",
              "cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0",
              "/dev/loop0 /var/tmp/bed/node1/ssd ext4 rw 0 0",
              "tmpfs /var/tmp/with\\040space tmpfs rw 0 0"));

  @Test
  void findsByTypeAndOption() {
    assertThat(MOUNTS.find("cgroup", "blkio")).contains(Path.of("/sys/fs/cgroup/blkio"));
    assertThat(MOUNTS.find("cgroup2", "")).contains(Path.of("/sys/fs/cgroup/unified"));
    assertThat(MOUNTS.find("cgroup", "memory")).isEmpty();
  }

  @Test
  void knowsWhatIsBelow() {
    assertThat(MOUNTS.below(Path.of("/var/tmp/bed")))
        .containsExactly(Path.of("/var/tmp/bed/node1/ssd"));
    assertThat(MOUNTS.below(Path.of("/var/tmp/be"))).isEmpty();
    assertThat(MOUNTS.isMountPoint(Path.of("/var/tmp/with space"))).isTrue();
    assertThat(MOUNTS.isMountPoint(Path.of("/var/tmp/bed"))).isFalse();
  }

  @Test
  void thisMachineHasProc() throws IOException {
    assertThat(Mounts.now().isMountPoint(Path.of("/proc"))).isTrue();
  }
}

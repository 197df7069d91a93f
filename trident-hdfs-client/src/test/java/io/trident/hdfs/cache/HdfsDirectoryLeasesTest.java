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
package io.trident.hdfs.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class HdfsDirectoryLeasesTest {
  @Test
  void aLeaseGoesByTheNameOfTheDirectory() {
    assertThat(HdfsDirectoryLeases.leaseId("/out/a")).isEqualTo("output:/out/a");
    String longest = "/" + "x".repeat(248);
    assertThat(HdfsDirectoryLeases.leaseId(longest)).isEqualTo("output:" + longest).hasSize(256);
    assertThat(HdfsDirectoryLeases.leaseId(longest + "y"))
        .matches("output:[0-9a-f]{64}")
        .isEqualTo(HdfsDirectoryLeases.leaseId(longest + "y"))
        .isNotEqualTo(HdfsDirectoryLeases.leaseId(longest + "z"));
  }

  @Test
  void otherFileSystemsHaveNone() {
    HdfsDirectoryLeases leases = new HdfsDirectoryLeases(new Configuration());
    assertThatThrownBy(() -> leases.renew(new Path("file:///")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not on HDFS");
  }
}

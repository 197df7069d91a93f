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
package io.trident.hdfs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.config.ConfigException;
import io.trident.core.storage.Availability;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.hdfs.HdfsKeys;
import io.trident.storage.Storage;
import io.trident.storage.StorageProvider;
import io.trident.storage.Storages;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class HdfsStorageProviderTest {
  private final StorageProvider provider = new HdfsStorageProvider();
  private final Configuration conf = new Configuration();

  @Test
  void hdfsIsFoundOnTheClassPath() {
    assertThat(ServiceLoader.load(StorageProvider.class))
        .hasAtLeastOneElementOfType(HdfsStorageProvider.class);
  }

  @Test
  void hdfsAndViewsOfItAreServed() {
    assertThat(provider.serves("hdfs", conf)).isTrue();
    assertThat(provider.serves("viewfs", conf)).isTrue();
    conf.set("fs.hdfs.impl", "org.apache.hadoop.fs.viewfs.ViewFileSystemOverloadScheme");
    assertThat(provider.serves("hdfs", conf)).isTrue();
    conf.set("fs.hdfs.impl", "org.apache.hadoop.hdfs.ViewDistributedFileSystem");
    assertThat(provider.serves("hdfs", conf)).isTrue();
  }

  @Test
  void otherAndMissingFileSystemsAreNotServed() {
    assertThat(provider.serves("file", conf)).isFalse();
    assertThat(provider.serves("nosuch", conf)).isFalse();
    conf.set("fs.broken.impl", "no.such.Class");
    assertThat(provider.serves("broken", conf)).isFalse();
  }

  @Test
  void localFilesHaveNoTiersAndNobodyIsAsked() {
    try (Storage storage = Storages.open(conf)) {
      FileSegment local = new FileSegment("file:/tmp/x", 0, 1);
      assertThat(storage.locate(List.of(local)).values())
          .extracting(SegmentTiers::availability)
          .containsExactly(Availability.NO_TIERS);
    }
  }

  @Test
  void anInvalidKeyIsReportedWhenTheStorageIsOpened() {
    conf.set(HdfsKeys.CACHE_TTL_MS.name(), "soon");
    assertThatThrownBy(() -> Storages.open(conf))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(HdfsKeys.CACHE_TTL_MS.name());
  }
}

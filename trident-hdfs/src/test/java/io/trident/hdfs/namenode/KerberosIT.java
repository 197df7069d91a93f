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
package io.trident.hdfs.namenode;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.trident.core.storage.Availability;
import io.trident.core.storage.BlockProgress;
import io.trident.core.storage.BlockToCache;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.PinState;
import io.trident.hdfs.Realm;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.cache.BlockCacher;
import io.trident.hdfs.cache.CacheSession;
import io.trident.hdfs.locate.TierLocator;
import io.trident.hdfs.protocol.BlockCacheClient;
import io.trident.hdfs.protocol.BlockTiersClient;
import io.trident.hdfs.protocol.LeaseInfo;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A secure HDFS with a KDC, service authorisation and block tokens. */
@Tag("slow")
class KerberosIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static Realm realm;
  private static Configuration conf;
  private static MiniDFSCluster cluster;
  private static Path file;
  private static List<LocatedBlock> blocks;

  @BeforeAll
  static void start() throws Exception {
    realm = Realm.start("anna", "oozie", "mallory");
    conf = configuration();
    UserGroupInformation.setConfiguration(conf);
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
    cluster.waitActive();
    DistributedFileSystem hdfs = cluster.getFileSystem();
    hdfs.addCachePool(
        new CachePoolInfo("trident")
            .setOwnerName("hdfs")
            .setGroupName("hdfs")
            .setMode(new FsPermission((short) 0733)));
    file = hdfs.makeQualified(new Path("/file"));
    DFSTestUtil.createFile(hdfs, file, 2L * TieredHdfs.BLOCK, (short) 1, 1);
    blocks = hdfs.getClient().getLocatedBlocks("/file", 0, Long.MAX_VALUE).getLocatedBlocks();
    TieredHdfs.await(
        "cache capacity known", () -> hdfs.getDataNodeStats()[0].getCacheCapacity() > 0);
  }

  private static Configuration configuration() {
    Configuration secure = realm.configuration();
    secure.set("security.client.protocol.acl", "hdfs,anna,oozie");
    secure.set("hadoop.proxyuser.oozie.hosts", "*");
    secure.set("hadoop.proxyuser.oozie.users", "anna");
    secure.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    return secure;
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.shutdown(true);
    }
    realm.close();
  }

  private static UserGroupInformation login(String name) throws Exception {
    return realm.login(name);
  }

  private static Configuration clientConf() {
    Configuration client = new Configuration(conf);
    client.set("fs.defaultFS", cluster.getURI().toString());
    return client;
  }

  private static BlockTiersClient tiers(UserGroupInformation user) throws Exception {
    return user.doAs(
        (PrivilegedExceptionAction<BlockTiersClient>)
            () ->
                BlockTiersClient.to(
                    cluster.getNameNode().getNameNodeAddress(), user, clientConf(), TIMEOUT));
  }

  /** Looks tiers up and has a block cached, by the plugin's both protocols. */
  private static void assertServed(UserGroupInformation user, String owner) throws Exception {
    user.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              try (TierLocator locator = new TierLocator(clientConf());
                  BlockTiersClient tiers = tiers(user);
                  BlockCacheClient leases =
                      BlockCacheClient.to(
                          cluster.getNameNode().getNameNodeAddress(), user, clientConf(), TIMEOUT);
                  BlockCacher cacher = new BlockCacher(clientConf());
                  CacheSession session =
                      cacher.cache(
                          owner,
                          List.of(
                              new BlockToCache(
                                  file.toString(),
                                  blocks.get(0).getBlock().getBlockId(),
                                  blocks.get(0).getLocations()[0].getDatanodeUuid())))) {
                assertThat(tiers.getBlockTiers("/file", 0, 1).blocks().getLocatedBlocks())
                    .hasSize(1);
                FileSegment whole = new FileSegment(file.toString(), 0, Long.MAX_VALUE);
                assertThat(
                        requireNonNull(locator.locate(List.of(whole), TIMEOUT).get(whole))
                            .availability())
                    .isEqualTo(Availability.KNOWN);
                assertThat(session.await(TIMEOUT)).isTrue();
                assertThat(session.progress())
                    .extracting(BlockProgress::state)
                    .containsExactly(PinState.CACHED);
                assertThat(leases.list())
                    .as("under a lease, hers alone: she may not read the pool")
                    .extracting(LeaseInfo::user, LeaseInfo::owner)
                    .containsExactly(tuple("anna", owner));
              }
              return null;
            });
  }

  @Test
  void withAKeytab() throws Exception {
    assertServed(login("anna"), "keytab");
  }

  @Test
  void withADelegationTokenAsJobsHaveIt() throws Exception {
    Token<?> token =
        login("anna")
            .doAs(
                (PrivilegedExceptionAction<Token<?>>)
                    () -> FileSystem.newInstance(clientConf()).getDelegationToken("anna"));
    UserGroupInformation job = UserGroupInformation.createRemoteUser("anna");
    assertThat(job.hasKerberosCredentials()).isFalse();
    job.addToken(token);
    assertServed(job, "token");
  }

  @Test
  void throughAProxyUserThatMay() throws Exception {
    assertServed(UserGroupInformation.createProxyUser("anna", login("oozie")), "proxy");
    try (BlockTiersClient tiers =
        tiers(UserGroupInformation.createProxyUser("hdfs", login("oozie")))) {
      assertThatThrownBy(() -> tiers.getBlockTiers("/file", 0, 1))
          .hasMessageContaining("is not allowed to impersonate hdfs");
    }
  }

  @Test
  void notWithoutCredentials() throws Exception {
    UserGroupInformation nobody = UserGroupInformation.createRemoteUser("anna");
    try (BlockTiersClient tiers = tiers(nobody)) {
      assertThatThrownBy(() -> tiers.getBlockTiers("/file", 0, 1))
          .hasStackTraceContaining("AccessControlException");
    }
  }

  @Test
  void notIfServiceAuthorisationForbids() throws Exception {
    for (int i = 0; i < 2; i++) {
      try (BlockTiersClient tiers = tiers(login("mallory"))) {
        assertThatThrownBy(() -> tiers.getBlockTiers("/file", 0, 1))
            .hasMessageContaining("is not authorized for protocol");
      }
    }
  }
}

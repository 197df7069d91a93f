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

import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.Realm;
import io.trident.hdfs.datanode.TridentDataNodePlugin;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;

/**
 * A cluster of three racks whose daemons serve logically replicated tables, with Kerberos, service
 * authorisation and block tokens, and its user Anna.
 */
record SecureHdfs(Realm realm, MiniDFSCluster cluster) implements AutoCloseable {
  static final String USER = "anna";

  /**
   * Starts the cluster.
   *
   * @param settings besides those of all tests
   */
  static SecureHdfs start(Map<String, String> settings) throws Exception {
    Realm realm = Realm.start(USER);
    Configuration conf = configuration(realm, settings);
    UserGroupInformation.setConfiguration(conf);
    String[] racks = new String[6];
    Arrays.setAll(racks, node -> "/r" + node / 2);
    try {
      MiniDFSCluster cluster =
          new MiniDFSCluster.Builder(conf).numDataNodes(racks.length).racks(racks).build();
      cluster.waitActive();
      return new SecureHdfs(realm, cluster);
    } catch (Exception e) {
      realm.close();
      throw e;
    }
  }

  /** Returns the settings of daemons of such a cluster. */
  static Configuration configuration(Realm realm, Map<String, String> settings) {
    Configuration conf = realm.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.set(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY, TridentDataNodePlugin.class.getName());
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    // Nothing is cached here, and without native code a DataNode that could would not start.
    conf.setLong(DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY, 0);
    conf.set("security.client.protocol.acl", "hdfs," + USER);
    conf.set("security.datanode.protocol.acl", "hdfs");
    settings.forEach(conf::set);
    return conf;
  }

  /** Returns the settings of a client. */
  Configuration clientConf() {
    Configuration conf = new Configuration(cluster.getConfiguration(0));
    conf.set("fs.defaultFS", cluster.getURI().toString());
    return conf;
  }

  /** Returns Anna as a task of hers knows her, by a delegation token only. */
  UserGroupInformation task(Configuration conf) throws Exception {
    return task(realm, conf);
  }

  /** Returns Anna as a task of hers knows her, by a delegation token of a file system only. */
  static UserGroupInformation task(Realm realm, Configuration conf) throws Exception {
    Token<?> token =
        realm
            .login(USER)
            .doAs(
                (PrivilegedExceptionAction<Token<?>>)
                    () -> FileSystem.newInstance(conf).getDelegationToken(USER));
    UserGroupInformation task = UserGroupInformation.createRemoteUser(USER);
    task.addToken(token);
    return task;
  }

  @Override
  public void close() {
    cluster.shutdown(true);
    realm.close();
  }
}

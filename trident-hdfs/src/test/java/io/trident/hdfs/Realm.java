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
package io.trident.hdfs;

import java.io.File;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;

/** A KDC, and this process logged in as HDFS's user. */
public final class Realm implements AutoCloseable {
  private final File directory;
  private final MiniKdc kdc;
  private final File keytab;

  private Realm(File directory, MiniKdc kdc, File keytab) {
    this.directory = directory;
    this.kdc = kdc;
    this.keytab = keytab;
  }

  /** Starts a KDC that knows HDFS's daemons and some users. */
  public static Realm start(String... users) throws Exception {
    File directory =
        new File(System.getProperty("test.build.data", "target/test-data"), "" + UUID.randomUUID());
    File kdcDirectory = new File(directory, "kdc");
    if (!kdcDirectory.mkdirs()) {
      throw new IllegalStateException("Cannot make " + kdcDirectory);
    }
    MiniKdc kdc = new MiniKdc(MiniKdc.createConf(), kdcDirectory);
    kdc.start();
    File keytab = new File(directory, "keytab").getAbsoluteFile();
    kdc.createPrincipal(keytab, "hdfs/localhost", "HTTP/localhost");
    for (String user : users) {
      File own = new File(directory, user + ".keytab").getAbsoluteFile();
      kdc.createPrincipal(own, user);
    }
    Realm realm = new Realm(directory, kdc, keytab);
    UserGroupInformation.setConfiguration(realm.configuration());
    UserGroupInformation.loginUserFromKeytab(realm.principal("hdfs/localhost"), keytab.getPath());
    return realm;
  }

  /** Settings of a secure HDFS with block tokens and service authorisation. */
  public Configuration configuration() {
    Configuration secure = TieredHdfs.configuration();
    SecurityUtil.setAuthenticationMethod(AuthenticationMethod.KERBEROS, secure);
    for (String key :
        List.of(
            DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
            DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY)) {
      secure.set(key, principal("hdfs/localhost"));
    }
    secure.set(
        DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_PRINCIPAL_KEY, principal("HTTP/localhost"));
    for (String key :
        List.of(
            DFSConfigKeys.DFS_NAMENODE_KEYTAB_FILE_KEY,
            DFSConfigKeys.DFS_DATANODE_KEYTAB_FILE_KEY,
            DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_KEYTAB_KEY)) {
      secure.set(key, keytab.getPath());
    }
    secure.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    secure.setBoolean(DFSConfigKeys.IGNORE_SECURE_PORTS_FOR_TESTING_KEY, true);
    secure.set(
        HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY, principal("hdfs/localhost"));
    secure.setBoolean("hadoop.security.authorization", true);
    secure.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.getAbsolutePath());
    return secure;
  }

  /** Returns the principal of a name. */
  public String principal(String name) {
    return name + "@" + kdc.getRealm();
  }

  /** Logs a user in. */
  public UserGroupInformation login(String user) throws Exception {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(
        principal(user), new File(directory, user + ".keytab").getPath());
  }

  @Override
  public void close() {
    kdc.stop();
    UserGroupInformation.reset();
    UserGroupInformation.setConfiguration(new Configuration());
    FileUtil.fullyDelete(directory);
  }
}

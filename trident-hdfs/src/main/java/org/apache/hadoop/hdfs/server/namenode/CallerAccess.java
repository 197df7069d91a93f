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
package org.apache.hadoop.hdfs.server.namenode;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.UnresolvedLinkException;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * What the caller of the current RPC may do, by HDFS's own permission checker. The caller's groups
 * are looked up when it is created, which may take seconds: never with the namesystem's lock held.
 *
 * <p>Every call costs as many steps as the path has components, whatever the size of the file.
 */
public final class CallerAccess {
  private static final String OPERATION = "tridentAccess";

  private final FSNamesystem namesystem;
  private final FSPermissionChecker checker;

  private CallerAccess(FSNamesystem namesystem, FSPermissionChecker checker) {
    this.namesystem = namesystem;
    this.checker = checker;
  }

  /** Looks up the caller and its groups. */
  public static CallerAccess of(FSNamesystem namesystem) throws AccessControlException {
    return new CallerAccess(namesystem, namesystem.getPermissionChecker());
  }

  /**
   * Returns what the NameNode itself may do, on a thread of any caller: all. To be created with no
   * lock held, too.
   *
   * @throws IOException if the NameNode's user is not logged in
   */
  public static CallerAccess ofNameNode(FSNamesystem namesystem) throws IOException {
    PermissionStatus own = namesystem.createFsOwnerPermissions(FsPermission.getDirDefault());
    return new CallerAccess(
        namesystem,
        namesystem
            .getFSDirectory()
            .getPermissionChecker(
                own.getUserName(), own.getGroupName(), UserGroupInformation.getLoginUser()));
  }

  FSPermissionChecker checker() {
    return checker;
  }

  /** Returns the short name of the caller. */
  public String user() {
    return checker.getUser();
  }

  /** Returns whether the caller is a superuser. */
  public boolean isSuperUser() {
    return checker.isSuperUser();
  }

  /** Checks that the caller may use a pool. */
  public void check(CachePool pool, FsAction access) throws AccessControlException {
    checker.checkPermission(pool, access);
  }

  /**
   * Returns a file that the caller may read.
   *
   * @throws IOException as HDFS's {@code open}
   */
  public ReadableFile open(String src) throws IOException {
    namesystem.readLock(RwLockMode.FS);
    try {
      INodesInPath path = resolve(src);
      INodeFile file = INodeFile.valueOf(path.getLastINode(), path.getPath());
      return new ReadableFile(
          file.getId(),
          path.isSnapshot()
              ? Optional.of(file.getBlocks(path.getPathSnapshotId()))
              : Optional.empty());
    } finally {
      namesystem.readUnlock(RwLockMode.FS, OPERATION);
    }
  }

  /**
   * Returns whether the caller may read a file; also true if there is none any more, or none
   * outside of snapshots.
   */
  public boolean mayRead(long fileId) throws IOException {
    namesystem.readLock(RwLockMode.FS);
    try {
      resolve("/.reserved/.inodes/" + fileId);
      return true;
    } catch (AccessControlException e) {
      return false;
    } catch (FileNotFoundException | ParentNotDirectoryException | UnresolvedLinkException e) {
      return true;
    } finally {
      namesystem.readUnlock(RwLockMode.FS, OPERATION);
    }
  }

  private INodesInPath resolve(String src) throws IOException {
    FSDirectory directory = namesystem.getFSDirectory();
    INodesInPath path = directory.resolvePath(checker, src, DirOp.READ);
    if (directory.isPermissionEnabled()) {
      directory.checkUnreadableBySuperuser(checker, path);
      directory.checkPathAccess(checker, path, FsAction.READ);
    }
    return path;
  }

  /**
   * Returns how many blocks a file has; none if there is no such file. Checks no permission.
   *
   * @throws IOException if the path cannot be resolved
   */
  public static int blocksOf(FSNamesystem namesystem, String src) throws IOException {
    namesystem.readLock(RwLockMode.FS);
    try {
      INode node = namesystem.getFSDirectory().resolvePath(null, src, DirOp.READ).getLastINode();
      return node == null || !node.isFile() ? 0 : node.asFile().numBlocks();
    } finally {
      namesystem.readUnlock(RwLockMode.FS, OPERATION);
    }
  }

  /**
   * A file that the caller may read.
   *
   * @param id identifier of its inode
   * @param only the blocks of it that the caller may read, if these are not all
   */
  @SuppressWarnings("ArrayRecordComponent") // the NameNode's own, neither copied nor compared
  public record ReadableFile(long id, Optional<BlockInfo[]> only) {
    /**
     * Returns those of some blocks that may be among this file's; linear in them but for snapshots.
     */
    public Set<Long> among(Set<Long> blockIds) {
      if (only.isEmpty()) {
        return blockIds;
      }
      Set<Long> among = new HashSet<>();
      for (BlockInfo block : only.get()) {
        if (blockIds.contains(block.getBlockId())) {
          among.add(block.getBlockId());
        }
      }
      return among;
    }

    /** Returns whether a block is one of this file's; needs the block manager's lock. */
    public boolean has(BlockInfo block) {
      return block.getBlockCollectionId() == id;
    }
  }
}

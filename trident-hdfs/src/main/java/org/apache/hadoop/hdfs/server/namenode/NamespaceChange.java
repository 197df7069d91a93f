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

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.NameNode.OperationCategory;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.jspecify.annotations.Nullable;

/**
 * Several of HDFS's own operations on the namespace as one step, which HDFS offers one by one only:
 * with the global write lock held, and logged together. It decides nothing.
 *
 * <p>Edits are logged in the order of the calls; a NameNode that dies in between may leave any
 * first part of them. The methods of an object need the lock, which {@link #make} takes.
 */
public final class NamespaceChange {
  private static final int INODES_PER_LOCK = 200;

  private final FSNamesystem namesystem;
  private final FSDirectory directory;

  private NamespaceChange(FSNamesystem namesystem) {
    this.namesystem = namesystem;
    this.directory = namesystem.getFSDirectory();
  }

  /** What is changed. */
  @FunctionalInterface
  public interface Step<T> {
    T make(NamespaceChange namespace) throws IOException;
  }

  /**
   * Makes a change, and returns when its edits are durable.
   *
   * @param operation for HDFS's reports about locks
   * @throws IOException if the NameNode is not active or is in safe mode, or as the change does;
   *     what it did before that stays
   */
  public static <T> T make(FSNamesystem namesystem, String operation, Step<T> step)
      throws IOException {
    namesystem.checkOperation(OperationCategory.WRITE);
    try {
      namesystem.writeLock(RwLockMode.GLOBAL);
      try {
        namesystem.checkOperation(OperationCategory.WRITE);
        namesystem.checkNameNodeSafeMode("Cannot change tables");
        return step.make(new NamespaceChange(namesystem));
      } finally {
        namesystem.writeUnlock(RwLockMode.GLOBAL, operation);
      }
    } finally {
      namesystem.getEditLog().logSync();
    }
  }

  /** Writes a call to HDFS's audit log, without a lock. */
  public static void audit(
      FSNamesystem namesystem, CallResult result, String operation, String path)
      throws IOException {
    namesystem.logAuditEvent(result == CallResult.DONE, operation, path);
  }

  /** How a call ended, for the audit log. */
  public enum CallResult {
    /** It was done. */
    DONE,
    /** The caller may not do it. */
    DENIED
  }

  /**
   * Returns the inode of a path.
   *
   * @throws IOException if the caller may not look at it
   */
  public OptionalLong inode(CallerAccess access, String path) throws IOException {
    INode node = directory.resolvePath(access.checker(), path, DirOp.READ_LINK).getLastINode();
    return node == null ? OptionalLong.empty() : OptionalLong.of(node.getId());
  }

  /** Returns the path of an inode; nothing if it is gone. */
  public Optional<String> path(long inode) {
    INode node = directory.getInode(inode);
    return node == null ? Optional.empty() : Optional.of(node.getFullPathName());
  }

  /** Returns whether an inode is a directory. */
  public boolean isDirectory(long inode) {
    INode node = directory.getInode(inode);
    return node != null && node.isDirectory();
  }

  /** Returns an extended attribute of an inode. */
  public Optional<byte[]> attribute(long inode, String name) {
    return attribute(directory.getInode(inode), name);
  }

  /**
   * Sets an extended attribute, in whatever name space.
   *
   * @throws IOException if HDFS is configured to have none, or none so long
   */
  public void setAttribute(String path, String name, byte[] value) throws IOException {
    int most = directory.getXattrMaxSize();
    if (!directory.isXattrsEnabled() || name.length() + value.length > most) {
      throw new IOException(
          "An extended attribute of %d bytes is needed; set dfs.namenode.xattrs.enabled, and dfs.namenode.fs-limits.max-xattr-size above that."
              .formatted(name.length() + value.length));
    }
    List<XAttr> attributes = List.of(XAttrHelper.buildXAttr(name, value));
    INodesInPath inodes = directory.getINodesInPath(path, DirOp.WRITE);
    directory.writeLock();
    try {
      FSDirXAttrOp.unprotectedSetXAttrs(
          directory, inodes, attributes, EnumSet.of(XAttrSetFlag.CREATE, XAttrSetFlag.REPLACE));
    } finally {
      directory.writeUnlock();
    }
    directory.getEditLog().logSetXAttrs(inodes.getPath(), attributes, false);
  }

  /**
   * Checks what HDFS checks before a rename about permissions and protected directories.
   *
   * @throws IOException if the caller may not rename
   */
  public void checkRename(CallerAccess access, String from, String to) throws IOException {
    INodesInPath source = directory.resolvePath(access.checker(), from, DirOp.WRITE_LINK);
    INodesInPath target = directory.resolvePath(access.checker(), to, DirOp.CREATE_LINK);
    if (directory.isNonEmptyDirectory(source)) {
      DFSUtil.checkProtectedDescendants(directory, source);
    }
    if (directory.isPermissionEnabled()) {
      directory.checkPermission(
          access.checker(), source, false, null, FsAction.WRITE, null, null, false);
      directory.checkPermission(
          access.checker(), target, false, FsAction.WRITE, null, null, null, false);
    }
  }

  /**
   * Renames to a path that does not exist.
   *
   * @throws IOException as HDFS's rename; nothing has changed then
   */
  public void rename(CallerAccess access, String from, String to) throws IOException {
    FSDirRenameOp.renameToInt(directory, access.checker(), from, to, false, Options.Rename.NONE);
  }

  /** Returns whether a path is in an encryption zone. */
  public boolean isEncrypted(String path) throws IOException {
    return FSDirEncryptionZoneOp.isInAnEZ(
        directory, directory.getINodesInPath(path, DirOp.READ_LINK));
  }

  /** Creates a directory of the NameNode's user with its parents, if there is none. */
  public void makeDirectory(CallerAccess access, String path) throws IOException {
    FSDirMkdirOp.mkdirs(
        namesystem,
        access.checker(),
        path,
        namesystem.createFsOwnerPermissions(new FsPermission((short) 0755)),
        true);
  }

  /** Deletes an empty file or directory, if there is one. */
  public void delete(CallerAccess access, String path) throws IOException {
    FSDirDeleteOp.delete(namesystem, access.checker(), path, false, false);
  }

  /**
   * Returns the names in a directory, with the file system's read lock; none if there is no such
   * directory.
   *
   * @throws IOException if the path cannot be resolved
   */
  public static List<String> children(FSNamesystem namesystem, String path) throws IOException {
    namesystem.readLock(RwLockMode.FS);
    try {
      return names(namesystem.getFSDirectory(), path);
    } finally {
      namesystem.readUnlock(RwLockMode.FS, "tridentChildren");
    }
  }

  /**
   * Returns the names in a directory, in order; none if there is no such directory. Checks no
   * permission.
   *
   * @throws IOException if the path cannot be resolved
   */
  public List<String> names(String path) throws IOException {
    return names(directory, path);
  }

  private static List<String> names(FSDirectory directory, String path) throws IOException {
    List<String> names = new ArrayList<>();
    INode node = directory.getINode(path, DirOp.READ_LINK);
    if (node != null && node.isDirectory()) {
      for (INode child : node.asDirectory().getChildrenList(Snapshot.CURRENT_STATE_ID)) {
        names.add(child.getLocalName());
      }
    }
    return names;
  }

  /** Returns the inode of a path, with the file system's read lock; checks no permission. */
  public static OptionalLong inode(FSNamesystem namesystem, String path) throws IOException {
    namesystem.readLock(RwLockMode.FS);
    try {
      INode node = namesystem.getFSDirectory().getINode(path, DirOp.READ_LINK);
      return node == null ? OptionalLong.empty() : OptionalLong.of(node.getId());
    } finally {
      namesystem.readUnlock(RwLockMode.FS, "tridentInode");
    }
  }

  /**
   * Returns how many blocks a file has, with the file system's read lock; 0 if there is no such
   * file. Checks no permission.
   *
   * @throws IOException if the path cannot be resolved
   */
  public static int blocks(FSNamesystem namesystem, String path) throws IOException {
    namesystem.readLock(RwLockMode.FS);
    try {
      INode node = namesystem.getFSDirectory().getINode(path, DirOp.READ_LINK);
      return node != null && node.isFile() ? node.asFile().numBlocks() : 0;
    } finally {
      namesystem.readUnlock(RwLockMode.FS, "tridentBlocks");
    }
  }

  /**
   * Returns an extended attribute of a path, with the file system's read lock; nothing if there is
   * none, or no such path. Checks no permission. The caller must hold no lock of the NameNode that
   * comes after it.
   *
   * @throws IOException if the path cannot be resolved
   */
  public static Optional<byte[]> attribute(FSNamesystem namesystem, String path, String name)
      throws IOException {
    namesystem.readLock(RwLockMode.FS);
    try {
      return attribute(namesystem.getFSDirectory().getINode(path, DirOp.READ_LINK), name);
    } finally {
      namesystem.readUnlock(RwLockMode.FS, "tridentAttribute");
    }
  }

  private static Optional<byte[]> attribute(@Nullable INode node, String name) {
    XAttr attribute =
        node == null
            ? null
            : XAttrStorage.readINodeXAttrByPrefixedName(node, Snapshot.CURRENT_STATE_ID, name);
    return attribute == null ? Optional.empty() : Optional.of(attribute.getValue());
  }

  /**
   * Returns the paths of inodes, without those that are gone; takes the file system's read lock for
   * each 200 of them.
   */
  public static Map<Long, String> paths(FSNamesystem namesystem, Collection<Long> inodes) {
    Map<Long, String> paths = new HashMap<>();
    List<Long> all = List.copyOf(inodes);
    for (int from = 0; from < all.size(); from += INODES_PER_LOCK) {
      namesystem.readLock(RwLockMode.FS);
      try {
        for (long inode : all.subList(from, Math.min(all.size(), from + INODES_PER_LOCK))) {
          INode node = namesystem.getFSDirectory().getInode(inode);
          if (node != null) {
            paths.put(inode, node.getFullPathName());
          }
        }
      } finally {
        namesystem.readUnlock(RwLockMode.FS, "tridentPaths");
      }
    }
    return paths;
  }
}

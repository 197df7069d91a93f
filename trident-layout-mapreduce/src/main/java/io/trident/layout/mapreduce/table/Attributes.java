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
package io.trident.layout.mapreduce.table;

import io.trident.layout.table.ReplicaPaths;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.AccessControlException;

/**
 * Whose a directory is, and who may read it: what replaces it must not be open to others. Until it
 * is in its place only its owner may look into it.
 *
 * @param directory the status of the directory that is replaced
 * @param fileMode the permission of files
 */
public record Attributes(HdfsFileStatus directory, FsPermission fileMode) {
  private static final FsPermission OWNER_ONLY = new FsPermission((short) 0700);
  private static final int READ_AND_WRITE = 0666;

  /**
   * Returns those of a directory.
   *
   * @param files what is in it; a file that replaces them is readable to whom all were readable
   * @throws IOException if the directory has what would be lost; the message has the remedy
   */
  public static Attributes of(
      DistributedFileSystem fileSystem, Path path, Iterable<? extends FileStatus> files)
      throws IOException {
    Attributes found = ofKept(fileSystem, path, files);
    check(fileSystem, path, fileSystem.getFileStatus(path));
    return found;
  }

  /**
   * Returns those of a directory that stays.
   *
   * @param files as of {@link #of}
   * @throws IOException if it is no directory, or cannot be looked at
   */
  public static Attributes ofKept(
      DistributedFileSystem fileSystem, Path path, Iterable<? extends FileStatus> files)
      throws IOException {
    FileStatus status = fileSystem.getFileStatus(path);
    if (!status.isDirectory() || !(status instanceof HdfsFileStatus directory)) {
      throw new IOException("%s is no directory; give one of files.".formatted(path));
    }
    short mode = READ_AND_WRITE;
    for (FileStatus file : files) {
      mode &= file.getPermission().toShort();
    }
    return new Attributes(directory, new FsPermission(mode));
  }

  private static void check(DistributedFileSystem fileSystem, Path path, FileStatus status)
      throws IOException {
    if (status.isEncrypted()) {
      throw new IOException(
          "%s is in an encryption zone, where lost extents cannot be rebuilt; copy it out of the zone."
              .formatted(path));
    }
    if (status.hasAcl()) {
      throw new IOException(
          "%s has an access control list, which would be lost; remove it: hdfs dfs -setfacl -b"
              .formatted(path));
    }
    if (status.isSnapshotEnabled()) {
      throw new IOException(
          "%s is snapshottable, which would be lost; disallow it: hdfs dfsadmin -disallowSnapshot"
              .formatted(path));
    }
    Path parent = path.getParent();
    if (parent != null
        && !Objects.equals(
            fileSystem.getErasureCodingPolicy(path), fileSystem.getErasureCodingPolicy(parent))) {
      throw new IOException(
          "%s has an erasure coding policy of its own, which would be lost; unset it (hdfs ec -unsetPolicy), and set it again afterwards."
              .formatted(path));
    }
    QuotaUsage quota = fileSystem.getQuotaUsage(path);
    boolean hasQuota = quota.getQuota() > 0 || quota.getSpaceQuota() > 0;
    for (StorageType type : StorageType.getTypesSupportingQuota()) {
      hasQuota |= quota.getTypeQuota(type) > 0;
    }
    if (hasQuota) {
      throw new IOException(
          "%s has a quota, which would be lost; clear it (hdfs dfsadmin -clrQuota, -clrSpaceQuota), and set it again afterwards."
              .formatted(path));
    }
  }

  /**
   * Creates the directory that is to replace it, or takes one that is there.
   *
   * @throws IOException if that is not possible
   */
  public void create(DistributedFileSystem files, Path build) throws IOException {
    if (!files.exists(build)) {
      files.mkdirs(build, OWNER_ONLY);
      files.setPermission(build, OWNER_ONLY);
    }
    FileStatus status = files.getFileStatus(build);
    if (!status.getGroup().equals(directory.getGroup())) {
      try {
        files.setOwner(build, null, directory.getGroup()); // what is created in it inherits it
      } catch (AccessControlException e) {
        throw new IOException(
            "%s is of group %s, of which you are not; convert it as its owner, or as a superuser."
                .formatted(directory.getPath(), directory.getGroup()),
            e);
      }
    }
  }

  /**
   * Gives all that is in a build directory, and it itself, the owner and the permissions.
   *
   * @throws IOException if that is not possible
   */
  public void apply(DistributedFileSystem files, Path build) throws IOException {
    for (FileStatus child : files.listStatus(build)) {
      applyBelow(files, child);
    }
    applyTo(files, files.getFileStatus(build), directory.getPermission());
    String policy = files.getStoragePolicy(directory.getPath()).getName();
    if (!policy.equals(files.getStoragePolicy(build).getName())) {
      files.setStoragePolicy(build, policy);
    }
    for (Map.Entry<String, byte[]> one : files.getXAttrs(directory.getPath()).entrySet()) {
      if (one.getKey().startsWith("user.")
          && !one.getKey().startsWith(ReplicaPaths.OWN_ATTRIBUTES)) {
        files.setXAttr(build, one.getKey(), one.getValue());
      }
    }
  }

  private void applyBelow(DistributedFileSystem files, FileStatus status) throws IOException {
    if (status.isDirectory()) {
      for (FileStatus child : files.listStatus(status.getPath())) {
        applyBelow(files, child);
      }
    }
    applyTo(files, status, status.isDirectory() ? directory.getPermission() : fileMode);
  }

  private void applyTo(DistributedFileSystem files, FileStatus status, FsPermission mode)
      throws IOException {
    if (!status.getPermission().equals(mode)) {
      files.setPermission(status.getPath(), mode);
    }
    if (!status.getOwner().equals(directory.getOwner())
        || !status.getGroup().equals(directory.getGroup())) {
      files.setOwner(status.getPath(), directory.getOwner(), directory.getGroup());
    }
  }
}

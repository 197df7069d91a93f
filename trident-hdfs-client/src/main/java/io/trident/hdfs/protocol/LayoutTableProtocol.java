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
package io.trident.hdfs.protocol;

import java.io.IOException;
import org.apache.hadoop.io.retry.Idempotent;

/**
 * What a user asks the active NameNode about logically replicated tables: where extents will be
 * placed, to put a table that was built in the place of its source, and to rebuild an extent now.
 *
 * <p>Paths are absolute, without scheme and authority, and name no inode ({@code /.reserved})
 * unless a method says so.
 */
public interface LayoutTableProtocol {
  /** The version of the protocol. */
  int VERSION = 2;

  /**
   * Returns what the NameNode does for tables.
   *
   * @throws org.apache.hadoop.ipc.RetriableException if the NameNode has just become active, or is
   *     in safe mode
   * @throws IOException if the NameNode is not active
   */
  @Idempotent
  LayoutServer describe() throws IOException;

  /**
   * Renames {@code table} to {@code kept} and {@code build} to {@code table}, as one step: nobody
   * finds {@code table} missing. If {@code build} has a specification, it is registered from then
   * on: its lost extents are rebuilt. The registration of the former {@code table} ends. A NameNode
   * that takes over in between completes it. To call again after it succeeded does nothing.
   *
   * @param build a file or directory, such as {@code BuildPaths} of trident-layout names it
   * @param table a file or directory, which exists
   * @param kept a path that does not exist, in a directory that does
   * @return {@code kept}
   * @throws java.io.FileNotFoundException if {@code build} or {@code table} does not exist
   * @throws org.apache.hadoop.fs.FileAlreadyExistsException if {@code kept} exists
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not rename one of
   *     them
   * @throws IOException as HDFS's own rename, for quotas, snapshots and encryption zones, among
   *     others; nothing has changed then
   */
  @Idempotent
  String publish(String build, String table, String kept) throws IOException;

  /**
   * Asks for an extent or parity that could not be read. If all nodes that have it are silent or
   * dead, it is rebuilt before others that are as urgent. The call does not wait for that; it costs
   * the NameNode about what it costs to open the file.
   *
   * @param file its path; an inode's, too
   * @throws java.io.FileNotFoundException if it does not exist
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not read it
   * @throws org.apache.hadoop.ipc.RetriableException if the NameNode has just become active, or is
   *     in safe mode
   */
  @Idempotent
  ExtentState demand(String file) throws IOException;

  /**
   * Moves all super-extents of {@code build} into {@code table} and then renames {@code source} to
   * {@code kept}, as one step: readers of {@code table} find all of the new rows or none. A
   * NameNode that takes over in between completes it. To call again after it succeeded does
   * nothing.
   *
   * @param build a directory laid out as a table; its super-extents are numbered as those that
   *     follow the table's
   * @param table a table's directory
   * @param source what the super-extents were made of
   * @param kept a path that does not exist, in a directory that does
   * @return {@code kept}
   * @throws java.io.FileNotFoundException if one of the first three does not exist, or {@code
   *     build} has no super-extents
   * @throws org.apache.hadoop.fs.FileAlreadyExistsException if {@code kept} exists
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not make one of the
   *     renames
   * @throws IOException if the super-extents are not the next ones or too many, or as HDFS's own
   *     rename; nothing has changed then
   */
  @Idempotent
  String append(String build, String table, String source, String kept) throws IOException;
}

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

import io.trident.layout.table.TablePaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.InvalidRequestException;
import org.apache.hadoop.hdfs.server.namenode.CallerAccess;
import org.apache.hadoop.hdfs.server.namenode.NamespaceChange;

/*
 * As TablePublisher does, the first edits store what is intended, and from there on it is completed
 * by whichever NameNode is active. What is left to do is what is left in the build directory; the
 * rename of the source is the last step. A rename that fails, such as for a quota, has all of them
 * undone, also those that a NameNode before this one made: the numbers of the super-extents show
 * which these are.
 */
/** Moves super-extents into tables. */
final class TableAppender {
  /** Where is noted what is being appended. */
  static final String APPENDING = LayoutTables.REGISTRY + "/appending";

  private final CallerAccess own;
  private final NamespaceChange namespace;

  /**
   * Works within a change of the namespace.
   *
   * @param own what the NameNode may do
   */
  TableAppender(CallerAccess own, NamespaceChange namespace) {
    this.own = own;
    this.namespace = namespace;
  }

  /**
   * Appends for a caller, completes what was begun, or finds that it was done.
   *
   * @throws IOException as {@link io.trident.hdfs.protocol.LayoutTableProtocol#append}
   */
  void append(CallerAccess caller, String build, String table, String source, String kept)
      throws IOException {
    long built = inode(caller, build);
    Optional<Appending> stored = read(built);
    if (stored.isPresent() && stored.get().isOf(build, table, source, kept)) {
      if (namespace.inode(own, intention(built)).isPresent()) {
        resume(built);
        return;
      }
      if (isAt(kept, stored.get().sourceInode())) {
        return;
      }
    }
    Appending appending = plan(caller, build, table, source, kept);
    namespace.setAttribute(build, Appending.ATTRIBUTE, appending.encode());
    namespace.makeDirectory(own, intention(built));
    complete(caller, built);
  }

  /**
   * Completes what was begun and not completed, as the NameNode died.
   *
   * @param built the inode id of the build directory
   * @throws IOException if others have renamed something since, or a rename fails
   */
  void resume(long built) throws IOException {
    complete(own, built);
  }

  private long inode(CallerAccess access, String path) throws IOException {
    return namespace
        .inode(access, path)
        .orElseThrow(() -> new FileNotFoundException("%s does not exist.".formatted(path)));
  }

  private Optional<Appending> read(long built) throws IOException {
    Optional<byte[]> stored = namespace.attribute(built, Appending.ATTRIBUTE);
    return stored.isEmpty() ? Optional.empty() : Optional.of(Appending.decode(stored.get()));
  }

  /** Checks all that can be checked before the first edit. */
  private Appending plan(
      CallerAccess caller, String build, String table, String source, String kept)
      throws IOException {
    inode(caller, table + "/" + TablePaths.SPEC);
    if (namespace.inode(caller, kept).isPresent()) {
      throw new FileAlreadyExistsException(
          "%s exists; choose another name for what %s was.".formatted(kept, source));
    }
    List<Long> present = Appending.superExtents(hidden(table));
    List<Long> added = Appending.superExtents(hidden(build));
    long first = present.isEmpty() ? 0 : present.get(present.size() - 1) + 1;
    if (added.isEmpty()
        || !added.equals(LongStream.range(first, first + added.size()).boxed().toList())) {
      throw new InvalidRequestException(
          "%s does not have the super-extents from %d on, which would be the next of %s; append again."
              .formatted(build, first, table));
    }
    Appending appending =
        new Appending(
            build,
            table,
            source,
            kept,
            inode(caller, table),
            inode(caller, source),
            first,
            first + added.size() - 1);
    List<String> parts = parts(appending, build);
    if (parts.size() > TablePaths.MAX_APPENDED) {
      throw new InvalidRequestException(
          "%d files are appended, and one call takes %d; append in several parts."
              .formatted(parts.size(), TablePaths.MAX_APPENDED));
    }
    for (String part : parts) {
      if (namespace.inode(caller, table + "/" + part).isPresent()) {
        throw new FileAlreadyExistsException(
            "%s/%s exists, and would be the name of an extent; move it away."
                .formatted(table, part));
      }
      namespace.checkRename(caller, build + "/" + part, table + "/" + part);
    }
    namespace.checkRename(caller, source, kept);
    return appending;
  }

  private Collection<String> hidden(String directory) throws IOException {
    return namespace.names(directory + "/" + TablePaths.HIDDEN);
  }

  private List<String> parts(Appending appending, String directory) throws IOException {
    return appending.parts(namespace.names(directory), hidden(directory));
  }

  private void complete(CallerAccess access, long built) throws IOException {
    Optional<Appending> stored = read(built);
    if (stored.isEmpty()) { // the build directory has been deleted since
      namespace.delete(own, intention(built));
      return;
    }
    Appending appending = stored.get();
    if (!isAt(appending.build(), built) || !isAt(appending.table(), appending.tableInode())) {
      throw new IOException(
          "Super-extents of %s cannot be moved to %s: one of them was renamed or replaced meanwhile. Move both back, or delete %s."
              .formatted(
                  namespace.path(built).orElse(appending.build()),
                  appending.table(),
                  intention(built)));
    }
    try {
      move(access, appending, appending.build(), appending.table());
      if (isAt(appending.source(), appending.sourceInode())) {
        namespace.rename(access, appending.source(), appending.kept());
      }
    } catch (IOException e) {
      move(own, appending, appending.table(), appending.build());
      namespace.delete(own, intention(built));
      throw e;
    }
    namespace.delete(own, intention(built));
  }

  private void move(CallerAccess access, Appending appending, String from, String to)
      throws IOException {
    for (String part : parts(appending, from)) {
      namespace.rename(access, from + "/" + part, to + "/" + part);
    }
  }

  private boolean isAt(String path, long inode) throws IOException {
    OptionalLong found = namespace.inode(own, path);
    return found.isPresent() && found.getAsLong() == inode;
  }

  private static String intention(long built) {
    return APPENDING + "/" + built;
  }
}

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

import io.trident.core.layout.publication.PublicationState;
import io.trident.layout.table.TablePaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.hdfs.server.namenode.CallerAccess;
import org.apache.hadoop.hdfs.server.namenode.NamespaceChange;

/*
 * Two renames are several edits, and a NameNode can die after any of them. So the first ones store
 * what is intended: the publication as an attribute of what was built, then an entry in PUBLISHING
 * whose name is its inode id. From there on it is completed, by whichever NameNode is active: each
 * looks at PUBLISHING, and PublicationState.next finds from the inodes what is left to do. What the
 * caller may not do is found before the first edit. What only a rename itself finds, such as a
 * quota, undoes the intention.
 */
/** Puts tables in the place of their sources. */
final class TablePublisher {
  /** Where is noted what is being published. */
  static final String PUBLISHING = LayoutTables.REGISTRY + "/publishing";

  private final CallerAccess own;
  private final NamespaceChange namespace;

  /**
   * Works within a change of the namespace.
   *
   * @param own what the NameNode may do
   */
  TablePublisher(CallerAccess own, NamespaceChange namespace) {
    this.own = own;
    this.namespace = namespace;
  }

  /**
   * Publishes for a caller, completes what was begun, or finds that it was done.
   *
   * @throws IOException as {@link io.trident.hdfs.protocol.LayoutTableProtocol#publish}
   */
  void publish(CallerAccess caller, String build, String table, String kept) throws IOException {
    OptionalLong built = namespace.inode(caller, build);
    OptionalLong current = namespace.inode(caller, table);
    if (isOf(built, build, table, kept) && isIntended(built.getAsLong())) {
      resume(built.getAsLong());
    } else if (built.isPresent()) {
      long replaced = current.orElseThrow(() -> missing(table));
      if (namespace.inode(caller, kept).isPresent()) {
        throw new FileAlreadyExistsException(
            "%s exists; choose another name for what %s was.".formatted(kept, table));
      }
      namespace.checkRename(caller, table, kept);
      namespace.checkRename(caller, build, table);
      intend(built.getAsLong(), new Publication(build, table, kept, replaced));
      complete(caller, built.getAsLong());
    } else if (!isOf(current, build, table, kept)) {
      throw missing(build);
    }
  }

  /**
   * Completes what was begun and not completed, as the NameNode died.
   *
   * @param built the inode id of what was built
   * @throws IOException if others have renamed it or the table since, or a rename fails
   */
  void resume(long built) throws IOException {
    complete(own, built);
  }

  private boolean isOf(OptionalLong inode, String build, String table, String kept)
      throws IOException {
    return inode.isPresent()
        && read(inode.getAsLong()).filter(one -> one.isOf(build, table, kept)).isPresent();
  }

  private Optional<Publication> read(long built) throws IOException {
    Optional<byte[]> stored = namespace.attribute(built, Publication.ATTRIBUTE);
    return stored.isEmpty() ? Optional.empty() : Optional.of(Publication.decode(stored.get()));
  }

  private boolean isIntended(long built) throws IOException {
    return namespace.inode(own, intention(built)).isPresent();
  }

  private void intend(long built, Publication publication) throws IOException {
    if (isReplicated(built) && namespace.isEncrypted(publication.build())) {
      throw new IOException(
          "%s is in an encryption zone, whose extents DataNodes cannot rebuild; convert a copy outside of it."
              .formatted(publication.build()));
    }
    namespace.setAttribute(publication.build(), Publication.ATTRIBUTE, publication.encode());
    namespace.makeDirectory(own, intention(built));
  }

  private boolean isReplicated(long built) throws IOException {
    Optional<String> path = namespace.path(built);
    return path.isPresent()
        && namespace.isDirectory(built)
        && namespace.inode(own, path.get() + "/" + TablePaths.SPEC).isPresent();
  }

  private void complete(CallerAccess access, long built) throws IOException {
    Optional<Publication> stored = read(built);
    if (stored.isEmpty()) { // what was built has been deleted since
      undo(built);
      return;
    }
    Publication publication = stored.get();
    if (isReplicated(built)) {
      namespace.makeDirectory(own, registration(built));
    }
    while (true) {
      switch (find(built, publication).next()) {
        case KEEP -> keep(access, built, publication);
        case PUBLISH -> publish(access, built, publication);
        case DONE -> {
          namespace.delete(own, registration(publication.replaced()));
          namespace.delete(own, intention(built));
          return;
        }
        case IMPOSSIBLE ->
            throw new IOException(
                "%s cannot be published as %s: one of them was renamed or replaced meanwhile. Move what is at %s away, or delete %s."
                    .formatted(
                        namespace.path(built).orElse(publication.build()),
                        publication.table(),
                        publication.table(),
                        intention(built)));
      }
    }
  }

  private PublicationState find(long built, Publication publication) throws IOException {
    return new PublicationState(
        built,
        publication.replaced(),
        namespace.inode(own, publication.build()),
        namespace.inode(own, publication.table()),
        namespace.inode(own, publication.kept()));
  }

  private void publish(CallerAccess access, long built, Publication publication)
      throws IOException {
    try {
      namespace.rename(access, publication.build(), publication.table());
    } catch (IOException e) {
      if (isAt(publication.kept(), publication.replaced())) {
        namespace.rename(own, publication.kept(), publication.table());
      }
      undo(built);
      throw e;
    }
  }

  private void keep(CallerAccess access, long built, Publication publication) throws IOException {
    try {
      namespace.rename(access, publication.table(), publication.kept());
    } catch (IOException e) {
      undo(built);
      throw e;
    }
  }

  private boolean isAt(String path, long inode) throws IOException {
    OptionalLong found = namespace.inode(own, path);
    return found.isPresent() && found.getAsLong() == inode;
  }

  private void undo(long built) throws IOException {
    namespace.delete(own, registration(built));
    namespace.delete(own, intention(built));
  }

  private static String intention(long built) {
    return PUBLISHING + "/" + built;
  }

  private static String registration(long table) {
    return LayoutTables.REGISTRY + "/" + table;
  }

  private static FileNotFoundException missing(String path) {
    return new FileNotFoundException(
        "%s does not exist, and was not published either.".formatted(path));
  }
}

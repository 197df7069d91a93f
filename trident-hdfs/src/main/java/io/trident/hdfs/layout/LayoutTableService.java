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

import io.trident.hdfs.protocol.ClientText;
import io.trident.hdfs.protocol.ExtentState;
import io.trident.hdfs.protocol.LayoutServer;
import io.trident.hdfs.protocol.LayoutTableProtocol;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.InvalidRequestException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.namenode.CallerAccess;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NamespaceChange;
import org.apache.hadoop.hdfs.server.namenode.NamespaceChange.CallResult;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes tables and appends to them for users, and completes what a NameNode before it has
 * begun.
 */
public final class LayoutTableService implements LayoutTableProtocol {
  private static final Logger LOG = LoggerFactory.getLogger(LayoutTableService.class);
  private static final String OPERATION = "tridentPublish";
  private static final String APPEND = "tridentAppend";
  private static final String RESERVED = "/.reserved";

  private final NameNode nameNode;
  private final FSNamesystem namesystem;
  private final CallerAccess own;
  private final ExtentPlacementService placement;
  private final LayoutRecoveryService recovery;

  /** Publications that could not be completed, which is logged once. */
  private final Set<String> stuck = new HashSet<>();

  private LayoutTableService(
      NameNode nameNode,
      CallerAccess own,
      ExtentPlacementService placement,
      LayoutRecoveryService recovery) {
    this.nameNode = nameNode;
    this.namesystem = nameNode.getNamesystem();
    this.own = own;
    this.placement = placement;
    this.recovery = recovery;
  }

  /**
   * Starts to serve.
   *
   * @param placement reports how extents are placed
   * @param recovery rebuilds what readers wait for
   * @throws IOException if the NameNode's user is not logged in
   */
  public static LayoutTableService start(
      NameNode nameNode, ExtentPlacementService placement, LayoutRecoveryService recovery)
      throws IOException {
    return new LayoutTableService(
        nameNode, CallerAccess.ofNameNode(nameNode.getNamesystem()), placement, recovery);
  }

  @Override
  public LayoutServer describe() throws IOException {
    CallerAccess.of(namesystem); // who has no name is refused
    checkActive();
    boolean areApart =
        placement
            .areApart()
            .orElseThrow(
                () ->
                    new RetriableException(
                        "This NameNode has just become active, or is in safe mode"));
    return new LayoutServer(VERSION, areApart, areApart ? placement.racksApart() : liveRacks());
  }

  private int liveRacks() {
    return (int)
        namesystem.getBlockManager().getDatanodeManager().getDatanodes().stream()
            .filter(node -> node.isAlive())
            .map(DatanodeInfo::getNetworkLocation)
            .distinct()
            .count();
  }

  @Override
  public String publish(String build, String table, String kept) throws IOException {
    check(build, table, kept);
    CallerAccess caller = CallerAccess.of(namesystem); // before any lock is held
    change(
        OPERATION,
        "%s (table=%s, kept=%s)".formatted(OPERATION, table, kept),
        build,
        namespace -> new TablePublisher(own, namespace).publish(caller, build, table, kept));
    LOG.info("{} is now what {} was, which is kept as {}", table, build, kept);
    return kept;
  }

  @Override
  public ExtentState demand(String file) throws IOException {
    ClientText.checkPath(file);
    CallerAccess caller = CallerAccess.of(namesystem); // before any lock is held
    checkActive();
    return recovery.demand(caller.open(file).id());
  }

  @Override
  public String append(String build, String table, String source, String kept) throws IOException {
    check(build, table, source, kept);
    CallerAccess caller = CallerAccess.of(namesystem); // before any lock is held
    change(
        APPEND,
        "%s (table=%s, source=%s, kept=%s)".formatted(APPEND, table, source, kept),
        build,
        namespace -> new TableAppender(own, namespace).append(caller, build, table, source, kept));
    LOG.info("{} is appended to {}, and kept as {}", source, table, kept);
    return kept;
  }

  /** A change of the namespace without a result. */
  @FunctionalInterface
  private interface Work {
    void in(NamespaceChange namespace) throws IOException;
  }

  private void change(String operation, String audited, String path, Work work) throws IOException {
    checkActive();
    try {
      change(operation, work);
    } catch (AccessControlException e) {
      NamespaceChange.audit(namesystem, CallResult.DENIED, audited, path);
      throw e;
    }
    NamespaceChange.audit(namesystem, CallResult.DONE, audited, path);
  }

  private void change(String operation, Work work) throws IOException {
    NamespaceChange.<Void>make(
        namesystem,
        operation,
        namespace -> {
          work.in(namespace);
          return null;
        });
  }

  /**
   * Completes what was begun, on one thread at a time; does nothing on standby or in safe mode.
   *
   * @throws IOException if the namespace cannot be read; the next round tries again
   */
  public void round() throws IOException {
    if (!nameNode.isActiveState() || namesystem.isInSafeMode()) {
      stuck.clear();
      return;
    }
    List<String> published = begun(TablePublisher.PUBLISHING);
    List<String> appended = begun(TableAppender.APPENDING);
    stuck.removeIf(one -> !published.contains(one) && !appended.contains(one));
    for (String one : published) {
      resume(one, namespace -> new TablePublisher(own, namespace).resume(Long.parseLong(one)));
    }
    for (String one : appended) {
      resume(one, namespace -> new TableAppender(own, namespace).resume(Long.parseLong(one)));
    }
  }

  private List<String> begun(String directory) throws IOException {
    return NamespaceChange.children(namesystem, directory).stream()
        .filter(name -> name.matches("\\d{1,18}"))
        .toList();
  }

  /**
   * Ends registrations of tables that have been deleted, from snapshots, too; to be called now and
   * then. One that is in the trash stays.
   *
   * @throws IOException if the namespace cannot be read or changed; the next call tries again
   */
  public void forgetDeleted() throws IOException {
    if (!nameNode.isActiveState() || namesystem.isInSafeMode()) {
      return;
    }
    List<Long> registered =
        NamespaceChange.children(namesystem, LayoutTables.REGISTRY).stream()
            .filter(name -> name.matches("\\d{1,18}"))
            .map(Long::valueOf)
            .toList();
    Set<Long> present = NamespaceChange.paths(namesystem, registered).keySet();
    for (long table : registered) {
      if (!present.contains(table)) {
        change(OPERATION, namespace -> namespace.delete(own, LayoutTables.REGISTRY + "/" + table));
        LOG.info("The table with inode {} is deleted, and no longer registered", table);
      }
    }
  }

  private void resume(String built, Work work) throws IOException {
    try {
      change(OPERATION, work);
      LOG.info("What was begun is completed: publication of inode {}", built);
    } catch (StandbyException e) {
      throw e;
    } catch (IOException e) {
      if (stuck.add(built)) {
        LOG.warn("A table is not published for now", e);
      }
    }
  }

  private void checkActive() throws StandbyException {
    if (!nameNode.isActiveState()) {
      throw new StandbyException("Trident answers on the active NameNode only");
    }
  }

  private static void check(String... paths) throws IOException {
    for (String path : paths) {
      ClientText.checkPath(path);
      if (!DFSUtil.isValidName(path)
          || path.equals(Path.SEPARATOR)
          || path.endsWith(Path.SEPARATOR)
          || isWithin(path, RESERVED)) {
        throw new InvalidPathException(path, "name a file or directory by its absolute path");
      }
      for (String other : paths) {
        if (other != path && isWithin(other, path)) {
          throw new InvalidRequestException(
              "%s is in %s; name three places of which none is in another.".formatted(other, path));
        }
      }
    }
  }

  private static boolean isWithin(String path, String directory) {
    return path.equals(directory) || path.startsWith(directory + Path.SEPARATOR);
  }
}

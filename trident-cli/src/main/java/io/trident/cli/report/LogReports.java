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
package io.trident.cli.report;

import io.trident.cli.FileFailures;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.security.AccessControlException;

/**
 * Collects what is reported in logs, and which of them are left out, and why. Whatever state one of
 * them is in, the others are read. Files whose names begin with a dot are none, as for Spark.
 */
final class LogReports {
  private static final String IN_PROGRESS = ".inprogress";

  private final Configuration conf;
  private final List<ApplicationReport> applications = new ArrayList<>();
  private final List<LeftOut> leftOut = new ArrayList<>();

  LogReports(Configuration conf) {
    this.conf = conf;
  }

  /** Returns what was reported, by application, in the order of logs. */
  List<ApplicationReport> applications() {
    return applications;
  }

  /** Returns what nothing is known of. */
  List<LeftOut> leftOut() {
    return leftOut;
  }

  /** Adds a log, an archive of logs, or a directory that has some, by its path. */
  void add(String text) {
    try {
      Path path = new Path(text);
      FileSystem fs = isLocal(text) ? FileSystem.getLocal(conf) : path.getFileSystem(conf);
      FileStatus status = fs.getFileStatus(path);
      if (status.isFile() || EventLog.isRolling(path.getName())) {
        add(fs, status);
      } else {
        addAll(fs, status);
      }
    } catch (IOException e) {
      leaveOut(text, FileFailures.firstLine(FileFailures.of(text, conf, e)));
    } catch (IllegalArgumentException e) {
      leaveOut(text, FileFailures.firstLine(FileFailures.ofPath(text, e)));
    } catch (RuntimeException e) { // such as of a file system whose class is not there
      leaveOut(text, FileFailures.firstLine(e));
    }
  }

  private static boolean isLocal(String log) {
    try {
      return Files.exists(java.nio.file.Path.of(log));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private void addAll(FileSystem fs, FileStatus directory) throws IOException {
    FileStatus[] children = fs.listStatus(directory.getPath());
    Arrays.sort(children);
    boolean hasNone = true;
    for (FileStatus child : children) {
      if (!child.getPath().getName().startsWith(".")) {
        add(fs, child);
        hasNone = false;
      }
    }
    if (hasNone) {
      leaveOut(
          directory.getPath().toString(),
          "it has no event log; give an event log of Spark, or the directory that"
              + " spark.eventLog.dir names");
    }
  }

  private void add(FileSystem fs, FileStatus status) {
    Path path = status.getPath();
    try {
      if (status.isDirectory()) {
        addDirectory(fs, path);
      } else if (path.getName().endsWith(".zip")) {
        ZipLogs archive = ZipLogs.of(path.toString(), () -> open(fs, path));
        archive.logs().forEach(this::read);
        archive.failure().ifPresent(e -> leaveOut(path.toString(), EventLogReader.reason(e)));
      } else {
        read(new EventLog(path.toString(), List.of(file(fs, path))));
      }
    } catch (IOException | RuntimeException e) {
      leaveOut(path.toString(), EventLogReader.reason(e));
    }
  }

  private void addDirectory(FileSystem fs, Path path) throws IOException {
    if (!EventLog.isRolling(path.getName())) {
      leaveOut(path.toString(), "it is a directory, and no rolled log (eventlog_v2_...)");
      return;
    }
    List<LogFile> files = new ArrayList<>();
    try {
      for (FileStatus child : fs.listStatus(path)) {
        files.add(file(fs, child.getPath()));
      }
    } catch (FileNotFoundException e) {
      throw explained(fs, path, FsAction.READ_EXECUTE, e);
    }
    read(EventLog.rolled(path.toString(), files));
  }

  private void read(EventLog log) {
    try {
      applications.add(EventLogReader.read(log));
    } catch (IOException e) {
      leaveOut(log.path(), EventLogReader.reason(e));
    }
  }

  private void leaveOut(String log, String reason) {
    leftOut.add(new LeftOut(log, reason));
  }

  private static LogFile file(FileSystem fs, Path path) {
    return new LogFile(path.getName(), () -> open(fs, path));
  }

  /** Opens a file, be it that its application has ended meanwhile. */
  private static InputStream open(FileSystem fs, Path path) throws IOException {
    try {
      return fs.open(path);
    } catch (FileNotFoundException e) {
      IOException why = explained(fs, path, FsAction.READ, e);
      String name = path.getName();
      if (why instanceof FileNotFoundException && name.endsWith(IN_PROGRESS)) {
        String ended = name.substring(0, name.length() - IN_PROGRESS.length());
        Path renamed = new Path(path.getParent(), ended);
        if (fs.exists(renamed)) {
          return fs.open(renamed);
        }
      }
      throw why;
    }
  }

  /** Local file systems do not distinguish a file that is absent from one that may not be read. */
  private static IOException explained(
      FileSystem fs, Path path, FsAction wanted, FileNotFoundException failure) throws IOException {
    try {
      fs.access(path, wanted);
      return new IOException(FileFailures.firstLine(failure), failure);
    } catch (AccessControlException | FileNotFoundException e) {
      return e;
    }
  }
}

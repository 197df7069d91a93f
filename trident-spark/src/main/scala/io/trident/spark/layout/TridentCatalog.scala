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
package io.trident.spark.layout

import io.trident.layout.table.TablePaths
import java.io.FileNotFoundException
import java.util.{Map => JMap}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.analysis.{NoSuchFunctionException, NoSuchTableException}
import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.connector.catalog.functions.{BoundFunction, UnboundFunction}
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** Logically replicated tables by name:
  * `spark.sql.catalog.trident=io.trident.spark.layout.TridentCatalog`.
  *
  * Table `trident.db.t` is the directory `db/t` below `spark.sql.catalog.trident.warehouse`. A name
  * that is a path, ``trident.`/path/t` ``, is that directory. Tables are made and removed as
  * directories are. A directory of files that has replicas is read as one of these.
  */
final class TridentCatalog extends TableCatalog with FunctionCatalog {
  private val functions = new PartitionFunctions
  private val shared = new SharedParts
  private val files = new TableFiles
  private lazy val tiers =
    SharedTiers.of(SparkSession.active.sparkContext).of(TridentCatalog.configuration())
  private var catalogName = ""
  private var warehouse: Option[String] = None

  override def initialize(name: String, options: CaseInsensitiveStringMap): Unit = {
    catalogName = name
    warehouse = Option(options.get("warehouse"))
  }

  override def name(): String = catalogName

  override def loadTable(ident: Identifier): Table =
    try open(directory(ident))
    catch {
      case _: FileNotFoundException if !isPath(ident) => throw new NoSuchTableException(ident)
    }

  private def open(directory: Path): TridentTable = {
    val conf = TridentCatalog.forFileSystems()
    val layout =
      try LayoutTable.open(directory, conf, files)
      catch {
        case e: FileNotFoundException =>
          val fileSystem = directory.getFileSystem(conf)
          ReplicaGroups.ofSource(directory, fileSystem, files).getOrElse(throw e)
      }
    new TridentTable(layout, tiers, Some(functions), shared)
  }

  /** Opens a table whose partitions are not reported: Spark would look for their function in
    * another catalog.
    */
  private[layout] def openUnpartitioned(directory: Path): TridentTable =
    new TridentTable(
      LayoutTable.open(directory, TridentCatalog.forFileSystems(), files),
      tiers,
      None,
      shared
    )

  override def listTables(namespace: Array[String]): Array[Identifier] = {
    val directory = below(namespace.toSeq)
    val fileSystem = directory.getFileSystem(TridentCatalog.configuration())
    try
      fileSystem
        .listStatus(directory)
        .filter(one => one.isDirectory && fileSystem.exists(new Path(one.getPath, TablePaths.SPEC)))
        .map(one => Identifier.of(namespace, one.getPath.getName))
    catch { case _: FileNotFoundException => Array.empty }
  }

  private def isPath(ident: Identifier): Boolean =
    ident.namespace.isEmpty && ident.name.contains(Path.SEPARATOR)

  private def directory(ident: Identifier): Path =
    if (isPath(ident)) new Path(ident.name)
    else if (warehouse.isEmpty) throw new NoSuchTableException(ident)
    else below(ident.namespace.toSeq :+ ident.name)

  private def below(names: Seq[String]): Path = {
    val root = warehouse.getOrElse(
      throw new IllegalArgumentException(
        s"Catalog $catalogName has no directory of tables; set spark.sql.catalog.$catalogName.warehouse."
      )
    )
    names.foldLeft(new Path(root)) { (parent, name) =>
      if (name.isEmpty || name == "." || name == ".." || name.contains(Path.SEPARATOR)) {
        throw new IllegalArgumentException(s"'$name' is no name of a table or directory.")
      }
      new Path(parent, name)
    }
  }

  override def createTable(
      ident: Identifier,
      schema: StructType,
      partitions: Array[Transform],
      properties: JMap[String, String]
  ): Table = refuse(
    "make tables with bin/trident layout convert; CREATE TABLE spark_catalog.<name> USING trident" +
      " LOCATION '<directory>' names one of any directory"
  )

  override def alterTable(ident: Identifier, changes: TableChange*): Table =
    refuse("revert the table, change its files, and convert it again")

  override def dropTable(ident: Identifier): Boolean = refuse("delete the table's directory")

  override def renameTable(from: Identifier, to: Identifier): Unit =
    refuse("rename the table's directory")

  private def refuse(remedy: String): Nothing =
    throw new UnsupportedOperationException(s"Catalog $catalogName only reads; $remedy.")

  override def listFunctions(namespace: Array[String]): Array[Identifier] =
    if (namespace.nonEmpty) Array.empty
    else functions.names.map(Identifier.of(namespace, _)).toArray

  override def loadFunction(ident: Identifier): UnboundFunction = {
    val found = if (ident.namespace.isEmpty) functions.find(ident.name) else Nil
    if (found.isEmpty) {
      throw new NoSuchFunctionException(ident)
    }
    new UnboundFunction {
      override def name(): String = ident.name

      override def description(): String = found.map(_.description).mkString("; ")

      override def bind(input: StructType): BoundFunction = found
        .find(one => input.length == 1 && input.head.dataType == one.dataType)
        .getOrElse(
          throw new UnsupportedOperationException(
            s"${ident.name} takes one argument: ${description()}; not ${input.catalogString}."
          )
        )
    }
  }
}

private[layout] object TridentCatalog {

  /** Hadoop's configuration with what the session sets. */
  def configuration(): Configuration = {
    val conf = new Configuration(SparkSession.active.sparkContext.hadoopConfiguration)
    SQLConf.get.getAllConfs.foreach { case (key, value) => if (value != null) conf.set(key, value) }
    conf
  }

  /** Whether a setting is one of Spark, which file systems and storages do not know. */
  def isOfSpark(key: String): Boolean = key.startsWith("spark.")

  /** The same for file systems, to which settings of Spark are nothing. If the session sets nothing
    * else, it is the application's own, of which no copy is made for each query.
    */
  private def forFileSystems(): Configuration =
    if (SQLConf.get.getAllConfs.keysIterator.forall(isOfSpark)) {
      SparkSession.active.sparkContext.hadoopConfiguration
    } else configuration()
}

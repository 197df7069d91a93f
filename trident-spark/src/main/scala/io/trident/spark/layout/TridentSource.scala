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

import java.util.{Map => JMap}
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.sources.DataSourceRegister
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** `spark.read.format("trident").load(path)`, and tables that are made by `USING trident`.
  *
  * The former go through the catalog `trident`, which is set up if there is none: Spark takes the
  * functions of partitions from a catalog only.
  */
final class TridentSource extends SupportsCatalogOptions with DataSourceRegister {
  import TridentSource._

  private lazy val shared = new SharedParts
  private val files = new TableFiles

  override def shortName(): String = "trident"

  override def extractIdentifier(options: CaseInsensitiveStringMap): Identifier = {
    val path = pathOf(options)
    val text = if (path.contains(Path.SEPARATOR)) path else s".${Path.SEPARATOR}$path"
    Identifier.of(Array.empty, text)
  }

  override def extractCatalog(options: CaseInsensitiveStringMap): String = {
    val configured = configuredCatalog()
    if (configured != Catalog) {
      throw new IllegalArgumentException(
        s"$CatalogKey is $configured; set it to $Catalog, or leave it out."
      )
    }
    CatalogName
  }

  override def inferSchema(options: CaseInsensitiveStringMap): StructType = open(options).schema

  override def getTable(
      schema: StructType,
      partitioning: Array[Transform],
      properties: JMap[String, String]
  ): Table = open(new CaseInsensitiveStringMap(properties))

  /** Opens a table of Spark's own catalog. Spark makes a source for each look-up; what was read
    * before is known to the session's catalog.
    */
  private def open(options: CaseInsensitiveStringMap): TridentTable = {
    val path = new Path(pathOf(options))
    if (configuredCatalog() == Catalog) {
      SparkSession.active.sessionState.catalogManager.catalog(CatalogName) match {
        case catalog: TridentCatalog => catalog.openUnpartitioned(path)
        case _                       => openAlone(path)
      }
    } else openAlone(path)
  }

  private def openAlone(path: Path): TridentTable = {
    val conf = TridentCatalog.configuration()
    new TridentTable(
      LayoutTable.open(path, conf, files),
      LayoutTiers.unknown(conf),
      None,
      shared
    )
  }
}

private[layout] object TridentSource {
  private final val CatalogName = "trident"
  private final val CatalogKey = s"spark.sql.catalog.$CatalogName"
  private final val Catalog = classOf[TridentCatalog].getName

  /** The class of the catalog of this name, which is set up if there is none. */
  private def configuredCatalog(): String = {
    val conf = SparkSession.active.conf
    conf.getOption(CatalogKey).getOrElse {
      conf.set(CatalogKey, Catalog)
      Catalog
    }
  }

  private def pathOf(options: CaseInsensitiveStringMap): String =
    Option(options.get("path")).filter(_.nonEmpty).getOrElse {
      throw new IllegalArgumentException(
        "Name one directory of a logically replicated table: load(path), or LOCATION."
      )
    }
}

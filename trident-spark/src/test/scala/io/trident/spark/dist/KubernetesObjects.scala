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
package io.trident.spark.dist

import java.time.Instant
import java.util.UUID
import java.util.concurrent.{BlockingQueue, LinkedBlockingQueue}

import scala.collection.mutable

import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.databind.node.ObjectNode

/** The objects of a Kubernetes namespace, by resource ("pods") and name. Thread-safe; what is given
  * and returned is copied.
  */
final class KubernetesObjects(namespace: String) {
  import KubernetesObjects._

  private val objects = mutable.LinkedHashMap.empty[(String, String), ObjectNode]
  private val watches = mutable.Set.empty[Watch]
  private var version = 0L

  /** Adds an object and returns it with what the server sets; nothing if the name is taken. */
  def create(resource: String, like: ObjectNode): Option[ObjectNode] = synchronized {
    val made = like.deepCopy()
    val metadata = made.withObject("/metadata")
    val key = (resource, metadata.path("name").asText)
    Option.when(!objects.contains(key)) {
      metadata
        .put("namespace", namespace)
        .put("uid", UUID.randomUUID().toString)
        .put("creationTimestamp", Instant.now().toString)
      objects(key) = made
      changed(resource, "ADDED", made)
    }
  }

  def get(resource: String, name: String): Option[ObjectNode] = synchronized {
    objects.get((resource, name)).map(_.deepCopy())
  }

  /** All objects of a resource that are selected, and the version of the list. */
  def list(resource: String, selector: KubernetesSelector): (Seq[ObjectNode], Long) =
    synchronized(selected(resource, selector).map(_.deepCopy()) -> version)

  /** Changes an object and returns it; nothing if there is none. */
  def change(resource: String, name: String)(edit: ObjectNode => Unit): Option[ObjectNode] =
    synchronized {
      objects.get((resource, name)).map { known =>
        edit(known)
        changed(resource, "MODIFIED", known)
      }
    }

  /** Removes an object and returns it; nothing if there is none. */
  def delete(resource: String, name: String): Option[ObjectNode] = synchronized {
    objects.remove((resource, name)).map(changed(resource, "DELETED", _))
  }

  /** What changes from now on, and, as additions, what there is, unless that is known already. */
  def watch(resource: String, selector: KubernetesSelector, isKnown: Boolean): Watch =
    synchronized {
      val watch = Watch(resource, selector, new LinkedBlockingQueue)
      watches += watch
      if (!isKnown) {
        selected(resource, selector).foreach(known => watch.events.add(event("ADDED", known)))
      }
      watch
    }

  def end(watch: Watch): Unit = synchronized {
    watches -= watch
    ()
  }

  private def selected(resource: String, selector: KubernetesSelector) =
    objects.collect { case ((`resource`, _), known) if selector.selects(known) => known }.toSeq

  private def changed(resource: String, how: String, what: ObjectNode): ObjectNode = {
    version += 1
    what.withObject("/metadata").put("resourceVersion", version.toString)
    for (watch <- watches if watch.resource == resource && watch.selector.selects(what)) {
      watch.events.add(event(how, what))
    }
    what.deepCopy()
  }
}

object KubernetesObjects {
  private val json = new ObjectMapper

  /** Someone who receives changes. */
  final case class Watch(
      resource: String,
      selector: KubernetesSelector,
      events: BlockingQueue[ObjectNode]
  )

  private def event(how: String, what: ObjectNode): ObjectNode = {
    val event = json.createObjectNode().put("type", how)
    event.set("object", what.deepCopy())
    event
  }
}

/** Which objects a request means: those that meet all terms. */
final case class KubernetesSelector(terms: Seq[ObjectNode => Boolean]) {
  def selects(what: ObjectNode): Boolean = terms.forall(_(what))
}

object KubernetesSelector {
  private val Equal = """([^\s=!]+)==?([^\s=!]*)""".r
  private val Unequal = """([^\s=!]+)!=([^\s=!]*)""".r
  private val In = """(\S+) in \(([^)]*)\)""".r

  /** Every object. */
  val all: KubernetesSelector = KubernetesSelector(Nil)

  /** Reads the parameters `labelSelector` and `fieldSelector`; other forms are errors. */
  def of(parameters: Map[String, String]): KubernetesSelector = KubernetesSelector(
    split(parameters, "labelSelector").map {
      case Equal(label, value)   => labelled(label)(_ == value)
      case Unequal(label, value) => labelled(label)(_ != value)
      case In(label, values)     => labelled(label)(values.split(",").map(_.trim).contains(_))
      case other                 => throw new IllegalArgumentException(s"label selector $other")
    } ++ split(parameters, "fieldSelector").map {
      case Equal(path, value) => at(path)(_ == value)
      case other              => throw new IllegalArgumentException(s"field selector $other")
    }
  )

  private def labelled(label: String)(isRight: String => Boolean) = (what: ObjectNode) =>
    isRight(what.path("metadata").path("labels").path(label).asText)

  private def at(path: String)(isRight: String => Boolean) = (what: ObjectNode) =>
    isRight(what.at("/" + path.replace('.', '/')).asText)

  /** At the commas that are not in parentheses. */
  private def split(parameters: Map[String, String], name: String): Seq[String] =
    parameters.getOrElse(name, "").split(""",(?![^(]*\))""").toSeq.map(_.trim).filter(_.nonEmpty)
}

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

import java.io.IOException
import java.net.{InetAddress, InetSocketAddress, URLDecoder}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.{ConcurrentLinkedQueue, Executors, TimeUnit}

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.node.ObjectNode
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.sun.net.httpserver.{HttpExchange, HttpServer}

/** Kubernetes' HTTP interface to the objects of one namespace, as far as Spark's driver calls it:
  * create, get, list, watch, patch and delete of the core group's namespaced resources. Watches are
  * streams of JSON lines; the client, offered no web socket, asks for those.
  *
  * Everything else is answered by 404 or 501 and remembered in [[refused]].
  */
final class KubernetesApi(objects: KubernetesObjects) extends AutoCloseable {
  import KubernetesApi._

  private val threads = Executors.newCachedThreadPool { (task: Runnable) =>
    val thread = new Thread(task, "kubernetes-api")
    thread.setDaemon(true)
    thread
  }
  private val server =
    HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0)
  server.setExecutor(threads)
  server.createContext("/", exchange => handle(exchange))
  server.start()

  /** What users name by `--master`. */
  val url: String = s"k8s://http://127.0.0.1:${server.getAddress.getPort}"

  /** Requests that were not understood. */
  val refused = new ConcurrentLinkedQueue[String]

  private def handle(exchange: HttpExchange): Unit = {
    val uri = exchange.getRequestURI
    val request = s"${exchange.getRequestMethod} $uri"
    try {
      val parameters = parametersOf(uri.getRawQuery)
      (exchange.getRequestMethod, uri.getPath) match {
        case ("GET", Collection(resource)) if parameters.get("watch").contains("true") =>
          if (exchange.getRequestHeaders.containsKey("Upgrade")) reply(exchange, 200, None)
          else watch(exchange, resource, parameters)
        case ("GET", Collection(resource)) =>
          reply(exchange, 200, Some(list(resource, parameters)))
        case ("POST", Collection(resource)) =>
          val made = objects.create(resource, body(exchange))
          reply(exchange, made.fold(409)(_ => 201), made)
        case ("DELETE", Collection(resource)) =>
          val deleted = list(resource, parameters)
          deleted.get("items").forEach(item => delete(resource, item))
          reply(exchange, 200, Some(deleted))
        case ("GET", One(resource, name)) =>
          val known = objects.get(resource, name)
          reply(exchange, known.fold(404)(_ => 200), known)
        case ("PATCH", One(resource, name)) =>
          val patch = body(exchange)
          val patched = objects.change(resource, name)(merge(_, patch))
          reply(exchange, patched.fold(404)(_ => 200), patched)
        case ("DELETE", One(resource, name)) =>
          val deleted = objects.delete(resource, name)
          reply(exchange, deleted.fold(404)(_ => 200), deleted)
        case _ =>
          refused.add(request)
          reply(exchange, 404, None)
      }
    } catch {
      case _: IOException      => // the client has gone
      case e: RuntimeException =>
        refused.add(s"$request: $e")
        reply(exchange, 501, None)
    } finally exchange.close()
  }

  private def delete(resource: String, item: JsonNode): Unit = {
    objects.delete(resource, item.path("metadata").path("name").asText)
    ()
  }

  private def list(resource: String, parameters: Map[String, String]): ObjectNode = {
    val (items, version) = objects.list(resource, KubernetesSelector.of(parameters))
    val list = json.createObjectNode().put("kind", "List").put("apiVersion", "v1")
    list.withObject("/metadata").put("resourceVersion", version.toString)
    list.withArray[com.fasterxml.jackson.databind.node.ArrayNode]("/items").addAll(items.asJava)
    list
  }

  /** Until the client closes the connection, which is noticed by writing to it. */
  private def watch(
      exchange: HttpExchange,
      resource: String,
      parameters: Map[String, String]
  ): Unit = {
    val isKnown = parameters.get("resourceVersion").exists(_ != "0")
    val watch = objects.watch(resource, KubernetesSelector.of(parameters), isKnown)
    try {
      exchange.getResponseHeaders.set("Content-Type", "application/json")
      exchange.sendResponseHeaders(200, 0)
      val out = exchange.getResponseBody
      while (!threads.isShutdown) {
        Option(watch.events.poll(1, TimeUnit.SECONDS)).foreach { event =>
          out.write(json.writeValueAsBytes(event))
          out.write('\n')
          out.flush()
        }
      }
    } catch {
      case _: InterruptedException => // closed
    } finally objects.end(watch)
  }

  private def body(exchange: HttpExchange): ObjectNode =
    json.readTree(exchange.getRequestBody) match {
      case sent: ObjectNode => sent
      case other            => throw new IllegalArgumentException(s"body $other")
    }

  private def reply(exchange: HttpExchange, code: Int, what: Option[ObjectNode]): Unit = {
    exchange.getResponseHeaders.set("Content-Type", "application/json")
    val answer = what.getOrElse(
      json
        .createObjectNode()
        .put("kind", "Status")
        .put("apiVersion", "v1")
        .put("status", if (code < 300) "Success" else "Failure")
        .put("code", code)
    )
    val bytes = json.writeValueAsBytes(answer)
    exchange.sendResponseHeaders(code, bytes.length.toLong)
    exchange.getResponseBody.write(bytes)
  }

  override def close(): Unit = {
    threads.shutdownNow()
    server.stop(0)
  }
}

object KubernetesApi {

  /** The only namespace: that of users who name none. */
  val Namespace = "default"

  private val json = new ObjectMapper
  private val Collection = s"/api/v1/namespaces/$Namespace/([a-z]+)".r
  private val One = s"/api/v1/namespaces/$Namespace/([a-z]+)/([^/]+)".r

  private def parametersOf(query: String): Map[String, String] =
    Option(query)
      .fold(Seq.empty[String])(_.split("&").toSeq)
      .map(_.split("=", 2))
      .collect { case Array(name, value) => name -> URLDecoder.decode(value, UTF_8) }
      .toMap

  /** A merge patch. The strategic merge of Kubernetes differs for lists, which are not patched. */
  private def merge(into: ObjectNode, patch: JsonNode): Unit =
    patch.properties().forEach { field =>
      (into.get(field.getKey), field.getValue) match {
        case (known: ObjectNode, more: ObjectNode) => merge(known, more)
        case (_, list) if list.isArray             =>
          throw new IllegalArgumentException(s"patch of the list ${field.getKey}")
        case (_, value) => into.set[JsonNode](field.getKey, value)
      }
    }
}

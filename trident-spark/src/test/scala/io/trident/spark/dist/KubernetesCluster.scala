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

import java.net.InetAddress
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{ConcurrentHashMap, TimeUnit}

import scala.annotation.tailrec
import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode

/** A Kubernetes cluster as Spark's driver sees it, without containers: [[KubernetesApi]], and a
  * process of the distribution for each executor's pod, started as the entry point of Spark's image
  * starts it, from the pod's variables, volumes and arguments.
  *
  * Pods go to the nodes in turn, and have the network of their node, which they must ask for.
  */
final class KubernetesCluster(nodes: Seq[String]) extends AutoCloseable {
  import KubernetesCluster._

  private val objects = new KubernetesObjects(KubernetesApi.Namespace)
  private val api = new KubernetesApi(objects)
  private val running = new ConcurrentHashMap[String, RunningCommand]
  private val created = new AtomicInteger
  private val pods = objects.watch("pods", KubernetesSelector.all, isKnown = false)
  private val kubelet = new Thread(() => attend(nodes), "kubelet")
  kubelet.setDaemon(true)
  kubelet.start()

  /** What users name by `--master`. */
  def url: String = api.url

  /** Requests of drivers that were not understood. */
  def refused: Seq[String] = api.refused.asScala.toSeq

  /** How many pods were asked for. */
  def podsCreated: Int = created.get

  /** The names of the pods that run. */
  def runningPods: Set[String] = running.keySet().asScala.toSet

  /** Kills what runs in a pod. */
  def killPod(name: String): Unit = running.get(name).kill()

  /** Starts and ends processes as pods come and go. */
  @tailrec
  private def attend(next: Seq[String]): Unit = {
    val event = pods.events.take()
    val pod = event.get("object").asInstanceOf[ObjectNode]
    event.get("type").asText match {
      case "ADDED" =>
        val node = next.head
        created.incrementAndGet()
        val thread = new Thread(() => live(nameOf(pod), node), nameOf(pod))
        thread.setDaemon(true)
        thread.start()
        attend(next.tail :+ node)
      case "DELETED" =>
        Option(running.remove(nameOf(pod))).foreach(_.close())
        attend(next)
      case _ => attend(next)
    }
  }

  /** The life of a pod. */
  private def live(name: String, node: String): Unit = {
    val address = InetAddress.getByName(node).getHostAddress
    val scheduled = objects.change("pods", name) { pod =>
      pod.withObject("/spec").put("nodeName", node)
      pod
        .withObject("/status")
        .put("phase", "Pending")
        .put("hostIP", address)
        .put("podIP", address)
      ()
    }
    scheduled.foreach { pod =>
      try {
        val executor = start(pod)
        running.put(name, executor)
        report(name, "Running")(_.withObject("/running"))
        val code = executor.await(LifetimeSeconds).exitCode
        running.remove(name)
        report(name, if (code == 0) "Succeeded" else "Failed")(
          _.withObject("/terminated").put("exitCode", code)
        )
      } catch {
        case e @ (_: RuntimeException | _: AssertionError) =>
          api.refused.add(s"pod $name: $e")
          report(name, "Failed")(_.withObject("/terminated").put("exitCode", 1))
      }
    }
  }

  private def report(name: String, phase: String)(state: ObjectNode => ObjectNode): Unit = {
    objects.change("pods", name) { pod =>
      val status = pod.withObject("/status").put("phase", phase)
      val container = status.arrayNode().addObject()
      container
        .put("name", pod.at("/spec/containers/0/name").asText)
        .put("ready", phase == "Running")
      state(container.putObject("state"))
      status.set[JsonNode]("containerStatuses", status.arrayNode().add(container))
      ()
    }
    ()
  }

  /** What `entrypoint.sh executor` of Spark's image does. */
  private def start(pod: ObjectNode): RunningCommand = {
    require(pod.at("/spec/hostNetwork").asBoolean, "there is no network but the nodes'")
    val container = pod.at("/spec/containers/0")
    require(container.get("args").toString == """["executor"]""", container.get("args"))
    val mounts = container
      .path("volumeMounts")
      .asScala
      .map(mount => mount.get("mountPath").asText -> volume(pod, mount.get("name").asText))
      .toMap
    val env = container
      .path("env")
      .asScala
      .map(variable => variable.get("name").asText -> mounted(mounts, value(pod, variable)))
      .toMap
    val options = env.toSeq.collect { case (JavaOption(n), option) => n.toInt -> option }
    SparkDistribution.startProgram(
      s"${System.getProperty("java.home")}/bin/java",
      options.sortBy(_._1).map(_._2) ++ Seq(
        s"-Xms${env("SPARK_EXECUTOR_MEMORY")}",
        s"-Xmx${env("SPARK_EXECUTOR_MEMORY")}",
        "-cp",
        s"${env("SPARK_CONF_DIR")}:${env.getOrElse("SPARK_CLASSPATH", "")}:" +
          s"${SparkDistribution.home}/jars/*",
        "org.apache.spark.scheduler.cluster.k8s.KubernetesExecutorBackend",
        "--driver-url",
        env("SPARK_DRIVER_URL"),
        "--executor-id",
        env("SPARK_EXECUTOR_ID"),
        "--cores",
        env("SPARK_EXECUTOR_CORES"),
        "--app-id",
        env("SPARK_APPLICATION_ID"),
        "--hostname",
        env("SPARK_EXECUTOR_POD_IP"),
        "--resourceProfileId",
        env("SPARK_RESOURCE_PROFILE_ID"),
        "--podName",
        env("SPARK_EXECUTOR_POD_NAME")
      ),
      environment = env
    )
  }

  private def value(pod: ObjectNode, variable: JsonNode): String =
    variable.at("/valueFrom/fieldRef/fieldPath") match {
      case path if path.isTextual => pod.at("/" + path.asText.replace('.', '/')).asText
      case _                      => variable.path("value").asText
    }

  /** A directory with what is in a volume. */
  private def volume(pod: ObjectNode, name: String): Path = {
    val directory = SparkDistribution.emptyDirectory(s"volume-$name")
    val volume = pod.at("/spec/volumes").asScala.find(_.get("name").asText == name).get
    val map = volume.path("configMap")
    if (map.isObject) {
      val data = configMap(map.get("name").asText).path("data")
      map.path("items").forEach { item =>
        val file = directory.resolve(item.get("path").asText)
        Files.writeString(file, data.path(item.get("key").asText).asText)
        ()
      }
    } else require(volume.has("emptyDir"), volume)
    directory
  }

  /** Pods wait for the maps that they mount. */
  private def configMap(name: String): ObjectNode = Iterator
    .continually(objects.get("configmaps", name))
    .tapEach(map => if (map.isEmpty) TimeUnit.MILLISECONDS.sleep(50))
    .take(600)
    .flatten
    .nextOption()
    .getOrElse(throw new IllegalStateException(s"no configmap $name in half a minute"))

  override def close(): Unit = {
    api.close()
    running.values().forEach(_.close())
  }
}

object KubernetesCluster {
  private val LifetimeSeconds = 600
  private val JavaOption = "SPARK_JAVA_OPT_([0-9]+)".r

  private def nameOf(pod: ObjectNode): String = pod.at("/metadata/name").asText

  /** A value that names paths in a container, by those outside. */
  private def mounted(mounts: Map[String, Path], value: String): String = value
    .split(",", -1)
    .map { part =>
      mounts
        .collectFirst {
          case (path, directory) if part == path || part.startsWith(s"$path/") =>
            s"$directory${part.drop(path.length)}"
        }
        .getOrElse(part)
    }
    .mkString(",")
}

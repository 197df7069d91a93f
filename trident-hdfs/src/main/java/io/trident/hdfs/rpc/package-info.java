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

/**
 * Names by which clients ask NameNodes and DataNodes for Trident's protocols, and who may use them.
 *
 * <p>They are part of the wire, and service-level authorization loads the class of that name on the
 * daemon. So the names are never renamed, and the jars of MapReduce and Spark, which carry the
 * clients under other package names, leave this package's name as it is.
 */
@NullMarked
package io.trident.hdfs.rpc;

import org.jspecify.annotations.NullMarked;

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
package io.trident.cli;

import java.util.List;

/**
 * What a module implements to add sub-commands to {@code trident}: a service, found by {@link
 * java.util.ServiceLoader}. Implementations load no class that only a command needs, as every start
 * of {@code trident} asks them.
 */
public interface SubCommands {
  /** Returns them in the order in which they are listed. */
  List<SubCommand> all();
}

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
package io.trident.layout.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** An object of JSON whose members are what they should be, or an error names them. */
record JsonMembers(String path, JsonNode node) {
  JsonMembers {
    if (!node.isObject()) {
      throw new IllegalArgumentException(
          "%s is no object.".formatted(path.isEmpty() ? "it" : path));
    }
  }

  List<String> names() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  void checkNames(String... known) {
    for (String name : names()) {
      if (!List.of(known).contains(name)) {
        throw new IllegalArgumentException(
            "%s is not known; there are %s.".formatted(at(name), String.join(", ", known)));
      }
    }
  }

  String text(String name) {
    JsonNode member = node.path(name);
    if (!member.isTextual()) {
      throw wrong(name, "a string");
    }
    return member.textValue();
  }

  long number(String name) {
    JsonNode member = node.path(name);
    if (!member.isIntegralNumber() || !member.canConvertToLong()) {
      throw wrong(name, "a whole number");
    }
    return member.longValue();
  }

  int integer(String name) {
    long number = number(name);
    if (number != (int) number) {
      throw wrong(name, "a whole number of 32 bits");
    }
    return (int) number;
  }

  JsonMembers object(String name) {
    return new JsonMembers(at(name), node.path(name));
  }

  /** Returns the elements of a list; none if it is absent. */
  List<JsonNode> list(String name) {
    JsonNode member = node.path(name);
    if (!member.isArray() && !member.isMissingNode()) {
      throw wrong(name, "a list");
    }
    List<JsonNode> elements = new ArrayList<>();
    member.forEach(elements::add);
    return elements;
  }

  List<JsonMembers> objects(String name) {
    List<JsonMembers> objects = new ArrayList<>();
    for (JsonNode element : list(name)) {
      objects.add(new JsonMembers("%s[%d]".formatted(at(name), objects.size()), element));
    }
    return objects;
  }

  private String at(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private IllegalArgumentException wrong(String name, String expected) {
    return new IllegalArgumentException(
        "%s is %s; give %s.".formatted(at(name), node.path(name), expected));
  }
}

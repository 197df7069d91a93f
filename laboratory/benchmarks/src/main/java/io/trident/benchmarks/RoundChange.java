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
package io.trident.benchmarks;

/** What is different from one round of a scheduler to the next. */
public enum RoundChange {
  /** Tasks finish, and as many are added. */
  TASKS {
    @Override
    void apply(ChangingRounds rounds, int count) {
      rounds.replaceTasks(count);
    }
  },
  /** Slots are freed, and as many are taken. */
  SLOTS {
    @Override
    void apply(ChangingRounds rounds, int count) {
      rounds.moveSlots(count);
    }
  },
  /** Tasks have their replicas on other tiers and nodes. */
  TIERS {
    @Override
    void apply(ChangingRounds rounds, int count) {
      rounds.changeTiers(count);
    }
  },
  /** Of each a third. */
  ALL {
    @Override
    void apply(ChangingRounds rounds, int count) {
      int third = InstanceKind.ceilDiv(count, 3);
      rounds.replaceTasks(third);
      rounds.moveSlots(third);
      rounds.changeTiers(third);
    }
  };

  /** Changes {@code count} tasks or slots. */
  abstract void apply(ChangingRounds rounds, int count);
}

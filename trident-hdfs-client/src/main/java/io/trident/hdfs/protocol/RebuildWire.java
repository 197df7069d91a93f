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
package io.trident.hdfs.protocol;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.hdfs.protocol.RebuildOutcome.Result;
import io.trident.hdfs.protocol.proto.LayoutRecoveryProtos.BadReplicaProto;
import io.trident.hdfs.protocol.proto.LayoutRecoveryProtos.ExtentProto;
import io.trident.hdfs.protocol.proto.LayoutRecoveryProtos.PollRebuildsRequestProto;
import io.trident.hdfs.protocol.proto.LayoutRecoveryProtos.PollRebuildsResponseProto;
import io.trident.hdfs.protocol.proto.LayoutRecoveryProtos.RebuildOutcomeProto;
import io.trident.hdfs.protocol.proto.LayoutRecoveryProtos.RebuildProgressProto;
import io.trident.hdfs.protocol.proto.LayoutRecoveryProtos.RebuildTaskProto;
import io.trident.hdfs.protocol.proto.LayoutRecoveryProtos.StoredProto;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Translates the values of {@link LayoutRecoveryProtocol} to messages and back. */
final class RebuildWire {
  private RebuildWire() {}

  static PollRebuildsRequestProto convert(RebuildPoll poll) {
    return PollRebuildsRequestProto.newBuilder()
        .setDatanodeUuid(poll.node())
        .setEpoch(poll.epoch())
        .addAllRunning(poll.running())
        .addAllProgress(
            poll.progress().entrySet().stream()
                .map(
                    one ->
                        RebuildProgressProto.newBuilder()
                            .setId(one.getKey())
                            .setBytes(one.getValue())
                            .build())
                .toList())
        .addAllOutcomes(poll.outcomes().stream().map(RebuildWire::convert).toList())
        .setSlots(poll.slots())
        .build();
  }

  static RebuildPoll convert(PollRebuildsRequestProto poll) {
    Map<Long, Long> progress = new HashMap<>();
    poll.getRunningList().forEach(id -> progress.put(id, 0L)); // of an earlier release without it
    poll.getProgressList().forEach(one -> progress.put(one.getId(), one.getBytes()));
    return new RebuildPoll(
        poll.getDatanodeUuid(),
        poll.getEpoch(),
        progress,
        poll.getOutcomesList().stream().map(RebuildWire::convert).toList(),
        Math.max(0, poll.getSlots()));
  }

  static PollRebuildsResponseProto convert(RebuildGrant grant) {
    return PollRebuildsResponseProto.newBuilder()
        .setEpoch(grant.epoch())
        .addAllTasks(grant.tasks().stream().map(RebuildWire::convert).toList())
        .addAllRevoked(grant.revoked())
        .setBlockPool(grant.blockPool())
        .build();
  }

  static RebuildGrant convert(PollRebuildsResponseProto grant) {
    return new RebuildGrant(
        grant.getEpoch(),
        grant.getTasksList().stream().map(RebuildWire::convert).toList(),
        new HashSet<>(grant.getRevokedList()),
        grant.getBlockPool());
  }

  private static RebuildTaskProto convert(RebuildTask task) {
    return RebuildTaskProto.newBuilder()
        .setId(task.id())
        .setTableInode(task.tableInode())
        .setSuperExtent(task.superExtent())
        .setTarget(convert(task.target()))
        .addAllDamaged(task.damaged().stream().map(RebuildWire::convert).toList())
        .setStorageType(task.storageType())
        .setStorageId(task.storageId())
        .setStored(
            StoredProto.newBuilder()
                .setInode(task.stored().identity().inode())
                .setBlock(task.stored().identity().block())
                .setGenerationStamp(task.stored().identity().generation())
                .setLength(task.stored().length())
                .setCrc32C(task.stored().crc()))
        .build();
  }

  private static RebuildTask convert(RebuildTaskProto task) {
    Set<Extent> damaged =
        task.getDamagedList().stream().map(RebuildWire::convert).collect(Collectors.toSet());
    return new RebuildTask(
        task.getId(),
        task.getTableInode(),
        task.getSuperExtent(),
        convert(task.getTarget()),
        convert(task.getStored()),
        damaged,
        task.getStorageType(),
        task.getStorageId());
  }

  private static StoredObject convert(StoredProto stored) {
    return new StoredObject(
        new BlockIdentity(stored.getInode(), stored.getBlock(), stored.getGenerationStamp()),
        stored.getLength(),
        stored.getCrc32C());
  }

  private static RebuildOutcomeProto convert(RebuildOutcome outcome) {
    return RebuildOutcomeProto.newBuilder()
        .setId(outcome.id())
        .setResult(outcome.result().name())
        .setBytesRead(outcome.bytesRead())
        .addAllSource(outcome.sources().stream().map(RebuildWire::convert).toList())
        .build();
  }

  private static RebuildOutcome convert(RebuildOutcomeProto outcome) {
    Result result =
        Arrays.stream(Result.values())
            .filter(one -> one.name().equals(outcome.getResult()))
            .findFirst()
            .orElse(Result.FAILED); // of a later release
    return new RebuildOutcome(
        outcome.getId(),
        result,
        outcome.getBytesRead(),
        outcome.getSourceList().stream().map(RebuildWire::convert).toList());
  }

  private static BadReplicaProto convert(BadReplica replica) {
    return BadReplicaProto.newBuilder()
        .setExtent(convert(replica.extent()))
        .setDatanodeUuid(replica.node())
        .build();
  }

  private static BadReplica convert(BadReplicaProto replica) {
    return new BadReplica(convert(replica.getExtent()), replica.getDatanodeUuid());
  }

  private static ExtentProto convert(Extent extent) {
    ExtentProto.Builder proto = ExtentProto.newBuilder().setDimension(extent.dimension());
    return extent instanceof ParityExtent parity
        ? proto.setNumber(parity.group()).setParity(parity.index()).build()
        : proto.setNumber(((DataExtent) extent).extent()).build();
  }

  private static Extent convert(ExtentProto extent) {
    return extent.hasParity()
        ? new ParityExtent(extent.getDimension(), extent.getNumber(), extent.getParity())
        : new DataExtent(extent.getDimension(), extent.getNumber());
  }
}

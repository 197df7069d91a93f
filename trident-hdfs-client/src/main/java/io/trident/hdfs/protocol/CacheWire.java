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

import io.trident.core.storage.PinState;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.CacheLeaseStatusProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.CachePinProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.CachePinStatusProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.LeaseCursorProto;
import io.trident.hdfs.protocol.proto.BlockCacheProtos.ListCacheLeasesResponseProto.LeaseProto;
import java.util.Arrays;
import java.util.Optional;

/** Translates the values of {@link BlockCacheProtocol} to messages and back. */
final class CacheWire {
  private CacheWire() {}

  static CachePinProto convert(CachePin pin) {
    return CachePinProto.newBuilder()
        .setSrc(pin.src())
        .setBlockId(pin.blockId())
        .setNode(pin.node())
        .build();
  }

  static CachePin convert(CachePinProto pin) {
    return new CachePin(pin.getSrc(), pin.getBlockId(), pin.getNode());
  }

  static LeaseCursorProto convert(LeaseCursor cursor) {
    return LeaseCursorProto.newBuilder()
        .setUser(cursor.user())
        .setLeaseId(cursor.leaseId())
        .setBlockId(cursor.blockId())
        .setNode(cursor.node())
        .build();
  }

  static LeaseCursor convert(LeaseCursorProto cursor) {
    return new LeaseCursor(
        cursor.getUser(),
        cursor.getLeaseId(),
        cursor.hasBlockId() ? cursor.getBlockId() : LeaseCursor.START.blockId(),
        cursor.getNode());
  }

  static CacheLeaseStatusProto convertPage(Page<LeaseStatus> page) {
    CacheLeaseStatusProto status = convert(page.content());
    return page.next()
        .map(next -> status.toBuilder().setNext(convert(next)).build())
        .orElse(status);
  }

  static Page<LeaseStatus> convertPage(CacheLeaseStatusProto message) {
    return new Page<>(
        convert(message),
        message.hasNext() ? Optional.of(convert(message.getNext())) : Optional.empty());
  }

  static CacheLeaseStatusProto convert(LeaseStatus status) {
    CacheLeaseStatusProto.Builder message =
        CacheLeaseStatusProto.newBuilder().setKnown(status.known()).setTtlMs(status.ttlMs());
    for (PinStatus pin : status.pins()) {
      message.addPins(
          CachePinStatusProto.newBuilder()
              .setPin(convert(pin.pin()))
              .setState(pin.state().name())
              .setMessage(pin.message()));
    }
    return message.build();
  }

  static LeaseStatus convert(CacheLeaseStatusProto message) {
    return new LeaseStatus(
        message.getKnown(),
        message.getTtlMs(),
        message.getPinsList().stream().map(CacheWire::convert).toList());
  }

  static LeaseProto convert(LeaseInfo lease) {
    return LeaseProto.newBuilder()
        .setLeaseId(lease.leaseId())
        .setUser(lease.user())
        .setOwner(lease.owner())
        .setPool(lease.pool())
        .setBytes(lease.bytes())
        .setStatus(convert(lease.status()))
        .build();
  }

  static LeaseInfo convert(LeaseProto message) {
    return new LeaseInfo(
        message.getLeaseId(),
        message.getUser(),
        message.getOwner(),
        message.getPool(),
        message.getBytes(),
        convert(message.getStatus()));
  }

  private static PinStatus convert(CachePinStatusProto message) {
    PinState state =
        Arrays.stream(PinState.values())
            .filter(known -> known.name().equals(message.getState()))
            .findAny()
            .orElse(PinState.REFUSED);
    return new PinStatus(convert(message.getPin()), state, message.getMessage());
  }
}

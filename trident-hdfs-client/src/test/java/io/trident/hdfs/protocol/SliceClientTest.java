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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.guard.Guard;
import io.trident.core.layout.slice.Slice;
import io.trident.core.layout.slice.SliceAnswer.Reason;
import io.trident.core.layout.slice.SliceRequest;
import io.trident.hdfs.protocol.proto.SlicesProtos.SliceProtocolService;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.InvalidRequestException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.ConnectTimeoutException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** When a DataNode is asked again for a slice. */
class SliceClientTest {
  private static final SliceReply REPLY = new SliceReply.Refused(Reason.BUSY);
  private static final SliceCall CALL =
      new SliceCall(
          new ExtendedBlock("BP-1", 2, 3, 4),
          new Token<>(),
          "/t/se0000-e00.csv",
          new SliceRequest("{}", 1, new Slice(5, 6), 7),
          0);

  private final AtomicInteger calls = new AtomicInteger();

  /** A client whose first calls fail. */
  private SliceClient failing(int times, IOException failure) {
    return new SliceClient(
        (controller, request) -> {
          if (calls.incrementAndGet() <= times) {
            throw new ServiceException(failure);
          }
          return SliceWire.convert(REPLY);
        });
  }

  /** What Hadoop's client was seen to throw of a connection that was kept, and is gone. */
  static Stream<IOException> cuts() {
    return Stream.of(
        new EOFException("End of File Exception between local host and destination"),
        new SocketException("Connection reset"),
        new IOException("Failed on local exception", new IOException("Broken pipe")),
        new IOException("Failed on local exception", new ClosedChannelException()));
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void aCallIsTriedOnceMoreIfItsConnectionWasCut(IOException cut) throws IOException {
    assertThat(failing(1, cut).readSlice(CALL)).isEqualTo(REPLY);
    assertThat(calls).hasValue(2);
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void aCallThatIsCutTwiceFails(IOException cut) {
    assertThatThrownBy(() -> failing(2, cut).readSlice(CALL)).isSameAs(cut);
    assertThat(calls).hasValue(2);
  }

  static Stream<IOException> ends() {
    return Stream.of(
        new RemoteException(InvalidRequestException.class.getName(), "No such dimension"),
        new RemoteException(AccessControlException.class.getName(), "Permission denied"),
        new ConnectException("Connection refused"),
        new ConnectTimeoutException("5 s"),
        new SocketTimeoutException("5 s"),
        new InterruptedIOException("The task was killed"));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void aCallThatWasAnsweredOrIsInVainIsTriedOnce(IOException end) {
    assertThatThrownBy(() -> failing(1, end).readSlice(CALL)).isSameAs(end);
    assertThat(calls).hasValue(1);
  }

  @Test
  void aNodeThatIsRestartedAnswers() throws IOException, InterruptedException {
    Configuration conf = new Configuration(false);
    RPC.setProtocolEngine(conf, SliceProtocolPB.class, ProtobufRpcEngine2.class);
    RPC.Server node = started(0, conf);
    InetSocketAddress address = node.getListenerAddress();
    try (SliceClient client =
        SliceClient.to(
            address, UserGroupInformation.getCurrentUser(), conf, Duration.ofSeconds(10))) {
      assertThat(client.readSlice(CALL)).isEqualTo(REPLY);
      for (int restart = 0; restart < 5; restart++) {
        node.stop();
        node = restarted(address.getPort(), conf);
        assertThat(client.readSlice(CALL)).isEqualTo(REPLY);
      }
    } finally {
      node.stop();
    }
    assertThat(calls).hasValue(6);
  }

  /** A server at the port of one that was stopped, whose thread leaves it a moment later. */
  private RPC.Server restarted(int port, Configuration conf)
      throws IOException, InterruptedException {
    for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10); ; Thread.sleep(10)) {
      try {
        return started(port, conf);
      } catch (BindException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
    }
  }

  private RPC.Server started(int port, Configuration conf) throws IOException {
    SliceProtocol service =
        call -> {
          calls.incrementAndGet();
          return REPLY;
        };
    Guard guard =
        new Guard(
            (consequence, failure) -> {
              throw new AssertionError(consequence, failure);
            });
    RPC.Server server =
        new RPC.Builder(conf)
            .setProtocol(SliceProtocolPB.class)
            .setInstance(
                SliceProtocolService.newReflectiveBlockingService(new SliceServer(service, guard)))
            .setBindAddress("127.0.0.1")
            .setPort(port)
            .setNumHandlers(1)
            .build();
    server.start();
    return server;
  }
}

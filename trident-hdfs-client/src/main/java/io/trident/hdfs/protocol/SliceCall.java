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

import io.trident.core.layout.slice.SliceRequest;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.security.token.Token;

/**
 * A request for a part of a slice.
 *
 * @param block the extent's only block, with its length
 * @param token what the NameNode gave to read the block
 * @param file the path of the extent
 * @param offset the first byte of the slice that is wanted
 */
public record SliceCall(
    ExtendedBlock block,
    Token<BlockTokenIdentifier> token,
    String file,
    SliceRequest request,
    long offset) {}
